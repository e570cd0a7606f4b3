# Everything a checkout can do. Each target installs what it needs from nothing but a
# Python of 3.11 or newer: into .venv, and for training (torch, large) into .venv-train.
PYTHON ?= python3
PIP := bin/python -m pip --quiet --disable-pip-version-check --no-input
SAMPLES := datasets/samples
OUT := out
PORT ?= 8000
SERVE ?= no
MINUTES ?= 30

.PHONY: help demo test bench soak lint train-smoke clean
.DELETE_ON_ERROR:

help:
	@echo "make demo         install, settle the table picture and the clip that come with the project,"
	@echo "                  then play a deal in the dashboard, at http://127.0.0.1:PORT/; it stays until"
	@echo "                  Ctrl+C, or where there is no terminal until the deal is played (SERVE=yes: stays)"
	@echo "make test         install, then run the tests"
	@echo "make bench        install, then measure rules, pictures, signals, a live table and its pages"
	@echo "make soak         install, then keep a table busy for MINUTES=30 and measure what grows"
	@echo "make lint         install, then check style, types and import contracts"
	@echo "make train-smoke  install the training tools, then train, export and read back a tiny model"
	@echo "make clean        remove the environments and everything that was built"

demo: .venv/run.stamp
	@mkdir -p $(OUT)
	.venv/bin/referee settle $(SAMPLES)/deal.yaml
	.venv/bin/referee settle $(SAMPLES)/mouche.yaml
	.venv/bin/referee settle $(SAMPLES)/reveal.jpg --bets $(SAMPLES)/reveal.yaml --image $(OUT)/reveal.png
	.venv/bin/referee settle $(SAMPLES)/reveal.mp4 --bets $(SAMPLES)/clip.yaml --image $(OUT)/clip.png
	@echo "The annotated pictures are in $(OUT)/"
	@if [ -t 1 ] || [ "$(SERVE)" = yes ]; then \
	  .venv/bin/referee run --demo --port $(PORT); \
	else \
	  .venv/bin/referee run --demo --once --port $(PORT); \
	fi

test: .venv/dev.stamp
	.venv/bin/python -m pytest

bench: .venv/dev.stamp
	.venv/bin/python -m tests.bench.bench_rules
	.venv/bin/python -m tests.bench.bench_pictures
	.venv/bin/python -m tests.bench.bench_signals
	.venv/bin/python -m tests.bench.bench_live
	.venv/bin/python -m tests.bench.bench_web

soak: .venv/dev.stamp
	.venv/bin/python -m tests.bench.soak --minutes $(MINUTES)

lint: .venv/dev.stamp
	.venv/bin/ruff check .
	.venv/bin/mypy
	.venv/bin/lint-imports

train-smoke: .venv-train/train.stamp
	.venv-train/bin/python -m tests.train_smoke

clean:
	rm -rf .venv .venv-train build dist $(OUT)

.venv/run.stamp: pyproject.toml | .venv/bin/python
	@echo "Installing the referee into .venv"
	@.venv/$(PIP) install -e .
	@$(call check_opencv,.venv)
	@touch $@

.venv/dev.stamp: pyproject.toml | .venv/bin/python
	@echo "Installing the referee and its test tools into .venv"
	@.venv/$(PIP) install -e '.[dev]'
	@$(call check_opencv,.venv)
	@touch $@ .venv/run.stamp

.venv-train/train.stamp: pyproject.toml | .venv-train/bin/python
	@echo "Installing the training tools into .venv-train (several GB)"
	@.venv-train/$(PIP) install torch==2.14.1 torchvision==0.29.1
	@.venv-train/$(PIP) install -e '.[train]'
	@$(call check_opencv,.venv-train)
	@touch $@

.venv/bin/python .venv-train/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "The referee needs Python 3.11 or newer; name one: make PYTHON=python3.12 ..."; exit 1; }
	@$(PYTHON) -m venv $(@:/bin/python=) \
	  || { rm -rf $(@:/bin/python=); \
	       echo "Python cannot make an environment; on Debian: apt-get install python3-venv"; exit 1; }

check_opencv = $(1)/bin/python -c 'import cv2' \
  || { echo "OpenCV cannot start: a system library is missing; on Debian: apt-get install libgl1 libglib2.0-0"; exit 1; }
