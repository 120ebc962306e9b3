/** A tool as the browser lists it. Its texts and its schema are the page's. */
export interface RegisteredTool {
  name: string;
  title?: string;
  description?: string;
  /** JSON Schema; its text in browsers before Chromium 156. */
  inputSchema?: object | string;
  annotations?: { readOnlyHint?: unknown; untrustedContentHint?: unknown; consequentialHint?: unknown };
  origin?: string;
}

/** The part of WebMCP by which the tools of a page are used. */
export interface ModelContext extends Pick<EventTarget, 'addEventListener'> {
  getTools(): Promise<RegisteredTool[]>;
  /** Takes arguments as an object; as JSON text in browsers before Chromium 156. Resolves with a text, or null after a navigation. */
  executeTool(
    tool: RegisteredTool,
    args: object | string,
    options: { signal: AbortSignal },
  ): Promise<string | null>;
}

/**
 * The page's WebMCP; null in a browser without it. An element with this name can hide the document's property, so what it holds is
 * checked.
 */
export function modelContextOf(document: Document): ModelContext | null {
  const navigator = document.defaultView?.navigator;
  const found: unknown[] = [
    Reflect.get(document, 'modelContext'),
    navigator === undefined ? null : Reflect.get(navigator, 'modelContext'),
  ];
  return found.find(isModelContext) ?? null;
}

function isModelContext(value: unknown): value is ModelContext {
  return ['getTools', 'executeTool', 'addEventListener'].every(
    (name) => typeof Object(value)[name] === 'function',
  );
}
