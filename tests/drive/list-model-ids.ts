/** The model ids of an OpenAI-compatible endpoint, in its order. Throws unless it answers 200. */
export async function listModelIds(baseUrl: string, apiKey: string): Promise<string[]> {
  const response = await fetch(`${baseUrl}/models`, { headers: { authorization: `Bearer ${apiKey}` } });
  if (!response.ok)
    throw new Error(`${baseUrl}/models answered ${response.status}: ${await response.text()}`);
  const body = (await response.json()) as { data: { id: string }[] };
  return body.data.map((model) => model.id);
}
