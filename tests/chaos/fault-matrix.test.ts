import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FAULT_KINDS } from './cause-fault';
import { CHANNEL_FAULT_KINDS } from './channels/channel-faults';
import { readChannelFaults } from './channels/play-channel-round';
import { MOMENTS, readFaultMatrix } from './fault-matrix';

const document = readFileSync('docs/reliability.md', 'utf8');
const cells = readFaultMatrix(document);

describe('the table of faults', () => {
  it('names the states of every fault at every moment', () => {
    expect(cells).toHaveLength(18 * MOMENTS.length);
    for (const moment of MOMENTS) {
      const possible = cells.filter((cell) => cell.moment === moment && cell.ends.length > 0);
      expect(possible.length, moment).toBeGreaterThan(10);
    }
  });

  it('marks exactly the faults that the command causes', () => {
    const named = new Set(cells.flatMap(({ kind }) => kind ?? []));
    expect([...named].sort()).toEqual([...FAULT_KINDS].sort());
  });

  it('of new-api marks exactly the faults that the command causes beside it', () => {
    const named = new Set(readChannelFaults(document).flatMap(({ kind }) => kind ?? []));
    expect([...named].sort()).toEqual([...CHANNEL_FAULT_KINDS].sort());
  });

  it.each([
    ['an unknown state', '| `x`: y | lost | – | – | – | – |', '“lost” is no state'],
    ['a missing cell', '| `x`: y | succeeded |', '“” is no state'],
  ])('is refused with %s', (_what, row, expected) => {
    const head = `| fault | ${MOMENTS.join(' | ')} |\n| --- | --- | --- | --- | --- | --- |`;
    expect(() => readFaultMatrix(`<!-- faults -->\n${head}\n${row}\n<!-- /faults -->`)).toThrow(expected);
  });

  it('is refused with other columns', () => {
    expect(() => readFaultMatrix('nothing')).toThrow('other columns');
  });
});
