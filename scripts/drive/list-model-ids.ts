/** The ids that an OpenAI-compatible endpoint lists, in its order. Throws when it doesn't answer 200. */
export async function listModelIds(baseUrl: string, apiKey: string): Promise<string[]> {
  const response = await fetch(`${baseUrl}/models`, { headers: { authorization: `Bearer ${apiKey}` } });
  if (!response.ok)
    throw new Error(`${baseUrl}/models answered ${response.status}: ${await response.text()}`);
  const body = (await response.json()) as { data: { id: string }[] };
  return body.data.map((model) => model.id);
}
