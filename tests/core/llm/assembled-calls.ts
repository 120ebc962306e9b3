import type { AIStreamChunk } from '@/src/core/llm/ai-service';
import { createResponseAssembler } from '@/src/core/llm/response-assembler';

export type Part = Extract<AIStreamChunk, { type: 'tool-call-part' }>;
export type Call = [name: string, argumentsText: string];

/** The calls as they are stored, and as a panel shows them that appends each part at its index. */
export function assembledCalls(parts: readonly Part[]): { stored: Call[]; shown: Call[]; ids: string[] } {
  const assembler = createResponseAssembler([], false);
  const shown = new Map<number, Call>();
  for (const part of parts) {
    const added = assembler.add(part);
    if (added === null) continue;
    const [name, argumentsText] = shown.get(added.index) ?? ['', ''];
    shown.set(added.index, [name + added.name, argumentsText + added.argumentsText]);
  }
  const { toolCalls } = assembler.finish();
  return {
    stored: toolCalls.map((call) => [call.name, call.argumentsText]),
    shown: [...shown].sort(([a], [b]) => a - b).map(([, call]) => call),
    ids: toolCalls.map((call) => call.modelCallId),
  };
}
