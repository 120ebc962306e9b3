// @vitest-environment node
import { expect, it } from 'vitest';
import { tryNesting } from './try-nesting';

it('reports texts that exceed the bounds', async () => {
  const bounds = { elements: 20, depth: 3, characters: 100, cpuMs: 4_000 };
  const { failures } = await tryNesting({ runs: 12, seed: 6 }, bounds);
  const found = failures.map(({ message }) => message).join('\n');
  for (const measure of ['elements', 'depth', 'characters']) expect(found).toContain(measure);
}, 60_000);
