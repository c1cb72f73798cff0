// A short log of our own making, in the lines that vLLM 0.19 prints: https://github.com/vllm-project/vllm.
export const exampleLog = `(APIServer pid=1) INFO 11-28 09:12:03 [utils.py:233] non-default args: {'model': 'meta-llama/Llama-3.1-8B-Instruct', 'max_model_len': 131072, 'gpu_memory_utilization': 0.9}
(EngineCore pid=72) INFO 11-28 09:12:21 [core.py:105] Initializing a V1 LLM engine (v0.19.0) with config: model='meta-llama/Llama-3.1-8B-Instruct', dtype=torch.bfloat16, max_seq_len=131072, tensor_parallel_size=1, pipeline_parallel_size=1, kv_cache_dtype=auto, enable_prefix_caching=True
(EngineCore pid=72) INFO 11-28 09:12:58 [gpu_model_runner.py:4820] Model loading took 14.99 GiB memory and 9.41 seconds
(EngineCore pid=72) INFO 11-28 09:13:31 [gpu_worker.py:436] Available KV cache memory: 3.97 GiB
(EngineCore pid=72) ERROR 11-28 09:13:31 [core.py:1082] ValueError: To serve at least one request with the models's max seq len (131072), (16.0 GiB KV cache is needed, which is larger than the available KV cache memory (3.97 GiB). Based on the available memory, the estimated maximum model length is 32512. Try increasing \`gpu_memory_utilization\` or decreasing \`max_model_len\` when initializing the engine.
`;
