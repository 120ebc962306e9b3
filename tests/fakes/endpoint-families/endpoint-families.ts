import type { EndpointFamily } from './endpoint-family';
import { mistral, mistralInLiteLLM, mistralTemplate } from './mistral-families';
import { claudeInOpenRouter, geminiInOpenRouter } from './open-router-families';
import { anthropic, bedrock, groq, openAI, strictServer } from './plain-families';
import { deepSeek, gemini, geminiInLiteLLM, kimi } from './reasoning-families';

/**
 * The families whose requirements are known. The doubles, their tests and the table of `docs/endpoints.md` are made
 * from this list.
 */
export const ENDPOINT_FAMILIES: readonly EndpointFamily[] = [
  openAI,
  gemini,
  geminiInLiteLLM,
  geminiInOpenRouter,
  claudeInOpenRouter,
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
