/**
 * Names by provider that only catalogues of the default size and above contain: some contain capitals and vendors, some
 * must be escaped in a pattern. A custom provider lists arbitrary names, so `custom_lab` has spaces, brackets, wildcard
 * characters, and letters of many scripts.
 */
export const FURTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  chutes: lines(`
    NousResearch/DeepHermes-3-Mistral-24B-Preview
    NousResearch/Hermes-4-405B-FP8
    NousResearch/Hermes-4-70B
    Qwen/Qwen2.5-72B-Instruct
    Qwen/Qwen2.5-Coder-32B-Instruct
    Qwen/Qwen2.5-VL-72B-Instruct
    Qwen/Qwen3-14B
    Qwen/Qwen3-235B-A22B
    Qwen/Qwen3-235B-A22B-Instruct-2507
    Qwen/Qwen3-235B-A22B-Thinking-2507
    Qwen/Qwen3-30B-A3B
    Qwen/Qwen3-32B
    Qwen/Qwen3-8B
    Qwen/Qwen3-Coder-480B-A35B-Instruct-FP8
    chutesai/Mistral-Small-3.1-24B-Instruct-2503
    chutesai/Mistral-Small-3.2-24B-Instruct-2506
    deepseek-ai/DeepSeek-R1
    deepseek-ai/DeepSeek-R1-0528
    deepseek-ai/DeepSeek-R1-0528-Qwen3-8B
    deepseek-ai/DeepSeek-R1-Distill-Llama-70B
    deepseek-ai/DeepSeek-V3
    deepseek-ai/DeepSeek-V3-0324
    deepseek-ai/DeepSeek-V3.1
    microsoft/MAI-DS-R1-FP8
    moonshotai/Kimi-Dev-72B
    moonshotai/Kimi-K2-Instruct
    openai/gpt-oss-120b
    openai/gpt-oss-20b
    tngtech/DeepSeek-R1T-Chimera
    tngtech/DeepSeek-TNG-R1T2-Chimera
    unsloth/gemma-3-12b-it
    unsloth/gemma-3-27b-it
    zai-org/GLM-4.5-Air
    zai-org/GLM-4.5-FP8`),
  custom_lab: lines(`
    #2 router
    @cf/meta/llama-3.1-8b-instruct
    @cf/qwen/qwen1.5-14b-chat-awq
    @hf/thebloke/zephyr-7b-beta-awq
    Modèle d’été 7B
    any*
    anything
    gemma-3-27b-it 🧪
    gemma-3-27b-it 🧪🧪
    gpt-oss 20b (local)
    gpt-oss-20b
    hf.co/bartowski/Llama-3.2-3B-Instruct-GGUF:Q4_K_M
    hf.co/bartowski/Llama-3.2-3B-Instruct-GGUF:Q8_0
    llama-3.3-70b [int4]
    llama-3.3-70b [int8]
    llama-3.3-70b-int4
    mix,match-8x7b
    model[0-9]
    model7
    o'brien-7b
    price-$5
    qwen3-32b+tools
    qwen3-32b+tools+vision
    team\\draft
    which1
    which?
    été-13b
    通义千问-plus
    通义千问-turbo`),
  gemini_cli: lines(`
    gemini-2.5-flash
    gemini-2.5-flash-lite
    gemini-2.5-pro`),
  openrouter: lines(`
    anthropic/claude-opus-4.5
    arcee-ai/virtuoso-large
    openrouter/auto
    qwen/qwen3-30b-a3b-thinking-2507
    qwen/qwen-plus-2025-07-28:thinking
    qwen/qwen3-30b-a3b:free
    qwen/qwen3-vl-235b-a22b-thinking
    x-ai/grok-4-fast:free
    z-ai/glm-4.6:exacto`),
};

function lines(text: string): string[] {
  return text
    .trim()
    .split('\n')
    .map((line) => line.trim());
}
