import type { EndpointFamily } from './endpoint-family';
import { llamaTemplate, mistral, mistralInLiteLLM, mistralTemplate } from './mistral-families';
import { claudeInOpenRouter, geminiInOpenRouter } from './open-router-families';
import { anthropic, bedrock, groq, openAI, strictServer } from './plain-families';
import { claudeInLiteLLM, deepSeek, gemini, geminiInLiteLLM, kimi } from './reasoning-families';
import { RESPONSES_FAMILIES } from './responses-families';

/** Families that are played with chat completions, and that accept their own answers as they came. */
export const CHAT_FAMILIES: readonly EndpointFamily[] = [
  openAI,
  gemini,
  geminiInLiteLLM,
  geminiInOpenRouter,
  claudeInOpenRouter,
  claudeInLiteLLM,
  deepSeek,
  kimi,
  mistral,
  mistralTemplate,
  mistralInLiteLLM,
  anthropic,
  groq,
  bedrock,
  strictServer,
];

/**
 * The families whose requirements are known. The doubles, their tests and the table of `docs/endpoints.md` are made
 * from this list.
 */
export const ENDPOINT_FAMILIES: readonly EndpointFamily[] = [
  ...CHAT_FAMILIES,
  llamaTemplate,
  ...RESPONSES_FAMILIES,
];
