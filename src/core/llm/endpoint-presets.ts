/** A product with an OpenAI-compatible endpoint. The connection form offers it by name. */
export interface EndpointPreset {
  name: string;
  /** The product's documented default address. */
  address: string;
}

export const ENDPOINT_PRESETS: readonly EndpointPreset[] = [
  { name: 'Ollama', address: 'http://127.0.0.1:11434/v1' },
  { name: 'LiteLLM', address: 'http://127.0.0.1:4000/v1' },
  { name: 'Open WebUI', address: 'http://127.0.0.1:8080/api' },
  { name: 'LLM-API-Key-Proxy', address: 'http://127.0.0.1:8000/v1' },
  { name: 'CLIProxyAPI', address: 'http://127.0.0.1:8317/v1' },
  { name: 'OpenAI', address: 'https://api.openai.com/v1' },
  { name: 'OpenRouter', address: 'https://openrouter.ai/api/v1' },
];
