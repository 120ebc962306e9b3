/**
 * The names of the catalogue's models by provider, separated by spaces: model families as proxies list them, with
 * dated, preview and size variants. The playground cannot answer for these models.
 */
export const CATALOGUE_NAMES: Readonly<Record<string, readonly string[]>> = {
  anthropic: words(`
    claude-2.0 claude-2.1 claude-instant-1.2
    claude-3-haiku-20240307 claude-3-opus-20240229 claude-3-opus-latest claude-3-sonnet-20240229
    claude-3-5-haiku-20241022 claude-3-5-haiku-latest
    claude-3-5-sonnet-20240620 claude-3-5-sonnet-20241022 claude-3-5-sonnet-latest
    claude-3-7-sonnet-20250219 claude-3-7-sonnet-latest
    claude-haiku-4-5 claude-haiku-4-5-20251001
    claude-opus-4-0 claude-opus-4-20250514 claude-opus-4-1 claude-opus-4-1-20250805
    claude-sonnet-4-0 claude-sonnet-4-20250514 claude-sonnet-4-5 claude-sonnet-4-5-20250929`),
  cohere: words(`
    aya-expanse-32b aya-expanse-8b aya-vision-32b aya-vision-8b
    command command-a-03-2025 command-a-reasoning-08-2025 command-a-vision-07-2025 command-light command-nightly
    command-r command-r-03-2024 command-r-08-2024 command-r-plus command-r-plus-04-2024 command-r-plus-08-2024
    command-r7b-12-2024 embed-english-v3.0 embed-multilingual-v3.0 embed-v4.0 rerank-v3.5`),
  deepseek: words(`
    deepseek-chat deepseek-chat-v3-0324 deepseek-coder deepseek-coder-v2 deepseek-r1 deepseek-r1-0528
    deepseek-reasoner deepseek-v2.5 deepseek-v3 deepseek-v3.1`),
  gemini: words(`
    aqa embedding-001 gemini-1.0-pro gemini-1.0-pro-001 gemini-1.0-pro-vision-latest
    gemini-1.5-flash gemini-1.5-flash-001 gemini-1.5-flash-002 gemini-1.5-flash-8b gemini-1.5-flash-8b-001
    gemini-1.5-flash-8b-exp-0827 gemini-1.5-flash-exp-0827 gemini-1.5-flash-latest
    gemini-1.5-pro gemini-1.5-pro-001 gemini-1.5-pro-002 gemini-1.5-pro-exp-0801 gemini-1.5-pro-exp-0827
    gemini-1.5-pro-latest
    gemini-2.0-flash gemini-2.0-flash-001 gemini-2.0-flash-exp gemini-2.0-flash-lite gemini-2.0-flash-lite-001
    gemini-2.0-flash-lite-preview-02-05 gemini-2.0-flash-preview-image-generation
    gemini-2.0-flash-thinking-exp gemini-2.0-flash-thinking-exp-01-21 gemini-2.0-flash-thinking-exp-1219
    gemini-2.0-pro-exp gemini-2.0-pro-exp-02-05
    gemini-2.5-flash gemini-2.5-flash-image gemini-2.5-flash-lite gemini-2.5-flash-lite-preview-06-17
    gemini-2.5-flash-preview-04-17 gemini-2.5-flash-preview-05-20 gemini-2.5-flash-preview-tts
    gemini-2.5-pro gemini-2.5-pro-exp-03-25 gemini-2.5-pro-preview-03-25 gemini-2.5-pro-preview-05-06
    gemini-2.5-pro-preview-06-05 gemini-2.5-pro-preview-tts
    gemini-embedding-001 gemini-embedding-exp-03-07 gemini-exp-1114 gemini-exp-1121 gemini-exp-1206
    gemma-2-27b-it gemma-2-9b-it gemma-3-12b-it gemma-3-1b-it gemma-3-27b-it gemma-3-4b-it gemma-3n-e4b-it
    learnlm-1.5-pro-experimental learnlm-2.0-flash-experimental text-embedding-004`),
  groq: words(`
    allam-2-7b compound-beta compound-beta-mini deepseek-r1-distill-llama-70b distil-whisper-large-v3-en
    gemma-7b-it gemma2-9b-it llama-3.1-70b-versatile llama-3.1-8b-instant
    llama-3.2-11b-vision-preview llama-3.2-1b-preview llama-3.2-3b-preview llama-3.2-90b-vision-preview
    llama-3.3-70b-specdec llama-3.3-70b-versatile llama-guard-3-8b llama3-70b-8192 llama3-8b-8192
    meta-llama/llama-4-maverick-17b-128e-instruct meta-llama/llama-4-scout-17b-16e-instruct
    meta-llama/llama-guard-4-12b mistral-saba-24b mixtral-8x7b-32768 moonshotai/kimi-k2-instruct
    openai/gpt-oss-120b openai/gpt-oss-20b playai-tts qwen-2.5-32b qwen-2.5-coder-32b qwen-qwq-32b qwen/qwen3-32b
    whisper-large-v3 whisper-large-v3-turbo`),
  mistral: words(`
    codestral-2405 codestral-2501 codestral-2508 codestral-embed codestral-latest codestral-mamba-latest
    devstral-medium-2507 devstral-small-2505 devstral-small-2507 magistral-medium-2506 magistral-medium-latest
    magistral-small-2506 magistral-small-latest ministral-3b-2410 ministral-3b-latest ministral-8b-2410
    ministral-8b-latest mistral-embed mistral-large-2402 mistral-large-2407 mistral-large-2411 mistral-large-latest
    mistral-medium-2312 mistral-medium-2505 mistral-medium-2508 mistral-medium-latest mistral-moderation-2411
    mistral-ocr-2505 mistral-ocr-latest mistral-saba-2502 mistral-small-2312 mistral-small-2402 mistral-small-2409
    mistral-small-2501 mistral-small-2503 mistral-small-2506 mistral-small-latest open-mistral-7b
    open-mistral-nemo open-mixtral-8x22b open-mixtral-8x7b pixtral-12b-2409 pixtral-large-2411 pixtral-large-latest
    voxtral-mini-2507 voxtral-small-2507`),
  nvidia_nim: words(`
    deepseek-ai/deepseek-r1 google/gemma-2-27b-it google/gemma-3-27b-it ibm/granite-34b-code-instruct
    meta/codellama-70b meta/llama-3.1-405b-instruct meta/llama-3.1-70b-instruct meta/llama-3.1-8b-instruct
    meta/llama-3.2-90b-vision-instruct meta/llama-3.3-70b-instruct meta/llama-4-maverick-17b-128e-instruct
    microsoft/phi-3-medium-128k-instruct microsoft/phi-3.5-mini-instruct microsoft/phi-3.5-moe-instruct
    microsoft/phi-4-mini-instruct mistralai/mistral-large-2-instruct mistralai/mixtral-8x22b-instruct-v0.1
    nvidia/llama-3.1-nemotron-70b-instruct nvidia/llama-3.1-nemotron-ultra-253b-v1
    nvidia/llama-3.3-nemotron-super-49b-v1 nvidia/nemotron-4-340b-instruct nvidia/nemotron-mini-4b-instruct
    qwen/qwen2.5-coder-32b-instruct qwen/qwq-32b snowflake/arctic upstage/solar-10.7b-instruct`),
  openai: words(`
    chatgpt-4o-latest dall-e-3 gpt-3.5-turbo gpt-3.5-turbo-0125 gpt-3.5-turbo-1106 gpt-3.5-turbo-16k
    gpt-3.5-turbo-instruct
    gpt-4 gpt-4-0125-preview gpt-4-0613 gpt-4-1106-preview gpt-4-turbo gpt-4-turbo-2024-04-09 gpt-4-turbo-preview
    gpt-4.1 gpt-4.1-2025-04-14 gpt-4.1-mini gpt-4.1-nano gpt-4.5-preview gpt-4.5-preview-2025-02-27
    gpt-4o gpt-4o-2024-05-13 gpt-4o-2024-08-06 gpt-4o-2024-11-20
    gpt-4o-audio-preview gpt-4o-audio-preview-2024-12-17 gpt-4o-mini gpt-4o-mini-2024-07-18
    gpt-4o-mini-realtime-preview gpt-4o-mini-tts gpt-4o-realtime-preview gpt-4o-realtime-preview-2024-12-17
    gpt-4o-search-preview gpt-4o-transcribe gpt-5 gpt-5-mini gpt-5-nano
    o1 o1-2024-12-17 o1-mini o1-preview o1-preview-2024-09-12 o1-pro o3 o3-mini o3-mini-2025-01-31 o3-pro
    o4-mini o4-mini-2025-04-16 omni-moderation-latest text-embedding-3-large text-embedding-3-small tts-1 whisper-1`),
  openrouter: words(`
    anthropic/claude-2.1 anthropic/claude-3-haiku anthropic/claude-3-haiku:beta anthropic/claude-3-opus
    anthropic/claude-3-opus:beta anthropic/claude-3.5-haiku anthropic/claude-3.5-haiku:beta
    anthropic/claude-3.5-sonnet anthropic/claude-3.5-sonnet:beta anthropic/claude-3.7-sonnet
    anthropic/claude-3.7-sonnet:beta anthropic/claude-3.7-sonnet:thinking anthropic/claude-opus-4
    anthropic/claude-opus-4.1 anthropic/claude-sonnet-4 anthropic/claude-sonnet-4.5
    cohere/command-a cohere/command-r cohere/command-r-08-2024 cohere/command-r-plus cohere/command-r7b-12-2024
    deepseek/deepseek-chat deepseek/deepseek-chat-v3-0324 deepseek/deepseek-chat-v3-0324:free
    deepseek/deepseek-chat-v3.1 deepseek/deepseek-chat-v3.1:free deepseek/deepseek-r1 deepseek/deepseek-r1-0528
    deepseek/deepseek-r1-0528:free deepseek/deepseek-r1-distill-llama-70b
    deepseek/deepseek-r1-distill-llama-70b:free deepseek/deepseek-r1-distill-qwen-14b deepseek/deepseek-r1:free
    google/gemini-2.0-flash-001 google/gemini-2.0-flash-exp:free google/gemini-2.0-flash-lite-001
    google/gemini-2.5-flash google/gemini-2.5-flash-image-preview google/gemini-2.5-flash-lite
    google/gemini-2.5-pro google/gemini-2.5-pro-preview google/gemini-2.5-pro-preview-05-06
    google/gemini-flash-1.5 google/gemini-flash-1.5-8b google/gemini-pro-1.5
    google/gemma-2-27b-it google/gemma-2-9b-it google/gemma-2-9b-it:free google/gemma-3-12b-it
    google/gemma-3-12b-it:free google/gemma-3-27b-it google/gemma-3-27b-it:free google/gemma-3-4b-it:free
    gryphe/mythomax-l2-13b inception/mercury liquid/lfm-7b
    meta-llama/llama-3-70b-instruct meta-llama/llama-3-8b-instruct meta-llama/llama-3.1-405b-instruct
    meta-llama/llama-3.1-405b-instruct:free meta-llama/llama-3.1-70b-instruct meta-llama/llama-3.1-8b-instruct
    meta-llama/llama-3.2-11b-vision-instruct meta-llama/llama-3.2-1b-instruct meta-llama/llama-3.2-3b-instruct
    meta-llama/llama-3.2-3b-instruct:free meta-llama/llama-3.2-90b-vision-instruct
    meta-llama/llama-3.3-70b-instruct meta-llama/llama-3.3-70b-instruct:free meta-llama/llama-4-maverick
    meta-llama/llama-4-maverick:free meta-llama/llama-4-scout meta-llama/llama-4-scout:free
    meta-llama/llama-guard-3-8b meta-llama/llama-guard-4-12b
    microsoft/mai-ds-r1 microsoft/mai-ds-r1:free microsoft/phi-3.5-mini-128k-instruct microsoft/phi-4
    microsoft/phi-4-multimodal-instruct microsoft/phi-4-reasoning-plus microsoft/wizardlm-2-8x22b minimax/minimax-m1
    mistralai/codestral-2508 mistralai/devstral-medium mistralai/devstral-small mistralai/magistral-medium-2506
    mistralai/ministral-8b mistralai/mistral-7b-instruct mistralai/mistral-7b-instruct:free mistralai/mistral-large
    mistralai/mistral-large-2411 mistralai/mistral-medium-3 mistralai/mistral-nemo mistralai/mistral-nemo:free
    mistralai/mistral-small-3.2-24b-instruct mistralai/mistral-small-3.2-24b-instruct:free
    mistralai/mixtral-8x22b-instruct mistralai/pixtral-large-2411
    moonshotai/kimi-k2 moonshotai/kimi-k2:free nousresearch/hermes-3-llama-3.1-405b
    nousresearch/hermes-4-70b nvidia/llama-3.1-nemotron-70b-instruct nvidia/llama-3.1-nemotron-ultra-253b-v1:free
    openai/chatgpt-4o-latest openai/gpt-3.5-turbo openai/gpt-3.5-turbo-0613 openai/gpt-4 openai/gpt-4-1106-preview
    openai/gpt-4-turbo openai/gpt-4-turbo-preview openai/gpt-4.1 openai/gpt-4.1-mini openai/gpt-4.1-nano
    openai/gpt-4o openai/gpt-4o-2024-05-13 openai/gpt-4o-2024-08-06 openai/gpt-4o-2024-11-20 openai/gpt-4o-mini
    openai/gpt-4o-mini-search-preview openai/gpt-4o-search-preview openai/gpt-4o:extended openai/gpt-5
    openai/gpt-5-chat openai/gpt-5-mini openai/gpt-5-nano openai/gpt-oss-120b openai/gpt-oss-20b
    openai/gpt-oss-20b:free openai/o1 openai/o1-mini openai/o1-pro openai/o3 openai/o3-mini openai/o3-mini-high
    openai/o3-pro openai/o4-mini openai/o4-mini-high perplexity/r1-1776 perplexity/sonar perplexity/sonar-pro
    qwen/qwen-2.5-72b-instruct qwen/qwen-2.5-72b-instruct:free qwen/qwen-2.5-coder-32b-instruct qwen/qwen-max
    qwen/qwen-plus qwen/qwen-turbo qwen/qwen-vl-max qwen/qwen3-14b qwen/qwen3-235b-a22b qwen/qwen3-235b-a22b:free
    qwen/qwen3-30b-a3b qwen/qwen3-32b qwen/qwen3-coder qwen/qwen3-coder:free qwen/qwq-32b
    sao10k/l3.3-euryale-70b thudm/glm-4-32b x-ai/grok-2-1212 x-ai/grok-3 x-ai/grok-3-beta x-ai/grok-3-mini
    x-ai/grok-3-mini-beta x-ai/grok-4 x-ai/grok-code-fast-1 z-ai/glm-4.5 z-ai/glm-4.5-air z-ai/glm-4.5-air:free`),
};

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}
