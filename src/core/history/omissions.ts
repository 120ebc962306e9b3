import type { Omission } from '@/src/schema/sent-request';

type Kind = Pick<Omission, 'what' | 'reason'>;

/** The omissions of one request, counted by kind while the request is built. */
export interface OmissionCount {
  add(kind: Kind, count: number, tools: readonly string[]): void;
  all(): Omission[];
}

export function createOmissionCount(): OmissionCount {
  const counted = new Map<string, Omission>();
  return {
    add({ what, reason }, count, tools) {
      if (count === 0) return;
      const key = `${what} ${reason}`;
      // This is the first omission of its kind.
      const before = counted.get(key) ?? { what, reason, count: 0, tools: [] };
      const names = [...new Set([...before.tools, ...tools])];
      counted.set(key, { what, reason, count: before.count + count, tools: names });
    },
    all: () => [...counted.values()],
  };
}
