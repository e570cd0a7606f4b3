"""Where pictures come from: photographs, recordings, cameras. A picture is a Frame."""
