"""Case files of rules, independent of our code: inputs and the values to expect.

`python -m tests.conformance FILE...` runs any file in the format of the ones beside this
module.
"""
