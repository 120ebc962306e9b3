import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ChainLink,
  type ChainVerdict,
  emptyHead,
  sealEntry,
  verifyEnd,
  verifyPart,
} from '@/src/core/audit/audit-chain';
import { canonicalJson, hashJson } from '@/src/core/hash';
import type { AuditEntry, NewAuditEntry } from '@/src/schema/audit';
import { verifyChain } from '../../fakes/verify-chain';
import { auditRecord, chainOf, headOf, SITE } from '../policy/new-audit-entry';

const text = fc.string({ unit: 'binary', maxLength: 12 });
const maybeText = fc.option(text);

const record: fc.Arbitrary<NewAuditEntry> = fc.record({
  id: fc.uuid(),
  atMs: fc.nat(),
  origin: fc.constant(SITE),
  chatId: text,
  runId: maybeText,
  messageId: maybeText,
  executionId: maybeText,
  action: fc.constantFrom(
    'call',
    'rollback',
    'undo',
    'restore-unsaved',
    'restore-saved',
    'policy',
    'refused',
  ),
  subject: text,
  proposed: text,
  decision: fc.constantFrom('allowed', 'approved', 'rejected', 'denied', 'not-asked', 'unanswered', 'user'),
  note: text,
  ran: maybeText,
  success: fc.boolean(),
  errorCode: maybeText,
  stateHashBefore: maybeText,
  stateHashAfter: maybeText,
  savedBefore: maybeText,
});

/** A chain of at least one entry, and an index in it. */
const chainAndPlace = fc
  .array(record, { minLength: 1, maxLength: 8 })
  .chain((records) => fc.tuple(fc.constant(chainOf(records)), fc.nat({ max: records.length - 1 })));

/** Another value of the same type. */
const otherValue = fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null));

function broken(sequence: number, why: string) {
  return { kind: 'broken', sequence, why };
}

/** The entries with one of them changed and sealed again at its position. */
function exchanged(entries: readonly AuditEntry[], index: number): AuditEntry[] {
  return entries.map((entry, at) => {
    if (at !== index) return entry;
    const { hash: _, sequence: __, previousHash: ___, ...rest } = entry;
    return sealEntry(entries[index - 1] ?? null, { ...rest, note: `${rest.note}!` });
  });
}

/** The entries, with those from `index` on sealed again. */
function resealed(entries: readonly AuditEntry[], index: number): AuditEntry[] {
  const chain = entries.slice(0, index);
  for (const { hash: _, sequence: __, previousHash: ___, ...rest } of entries.slice(index)) {
    chain.push(sealEntry(chain.at(-1) ?? null, rest));
  }
  return chain;
}

describe('sealing', () => {
  it('numbers the entries, adds the hash of the one before, and hashes all other fields', () => {
    const [first, second] = chainOf([auditRecord({ id: 'a' }), auditRecord({ id: 'b' })]);
    expect(first).toMatchObject({ ...auditRecord({ id: 'a' }), sequence: 1, previousHash: null });
    expect(second).toMatchObject({ ...auditRecord({ id: 'b' }), sequence: 2, previousHash: first?.hash });
    const { hash, ...others } = second as AuditEntry;
    expect(hash).toBe(hashJson(others));
    expect(Object.keys(JSON.parse(canonicalJson(others)))).toHaveLength(20);
  });

  it('gives the same entry after a head as after its entry', () => {
    const [first] = chainOf([auditRecord()]);
    const entry = sealEntry(first ?? null, auditRecord({ id: 'b' }));
    expect(sealEntry(headOf([first as AuditEntry]), auditRecord({ id: 'b' }))).toEqual(entry);
    expect(sealEntry(emptyHead(SITE), auditRecord())).toEqual(first);
  });
});

describe('an unchanged chain', () => {
  it('is intact, with the times of its first and last entry', () => {
    fc.assert(
      fc.property(fc.array(record, { maxLength: 8 }), (records) => {
        const entries = chainOf(records);
        expect(verifyChain(entries, headOf(entries))).toEqual({
          kind: 'intact',
          count: records.length,
          fromMs: records[0]?.atMs ?? null,
          toMs: records.at(-1)?.atMs ?? null,
        });
      }),
    );
  });

  it('is intact when verified in parts of any size', () => {
    fc.assert(
      fc.property(chainAndPlace, fc.nat({ max: 7 }), ([entries, place], broke) => {
        const kept = broke < entries.length ? entries.toSpliced(broke, 1) : entries;
        expect(inPieces(kept, place + 1, entries)).toEqual(verifyChain(kept, headOf(entries)));
      }),
    );
  });
});

/** Verifies a chain in parts, like a long one. */
function inPieces(entries: readonly AuditEntry[], size: number, all: readonly AuditEntry[]): ChainVerdict {
  let last: ChainLink | null = null;
  for (let at = 0; at < entries.length; at += size) {
    const part = verifyPart(entries.slice(at, at + size), { origin: SITE, after: last });
    if (part.kind === 'broken') return part;
    last = part.last;
  }
  return verifyEnd(last, headOf(all));
}

describe('a chain is broken', () => {
  it('if any field of an entry was changed', () => {
    const members = Object.keys(chainOf([auditRecord()])[0] ?? {}) as (keyof AuditEntry)[];
    fc.assert(
      fc.property(
        chainAndPlace,
        fc.constantFrom(...members),
        otherValue,
        ([entries, place], member, value) => {
          fc.pre(!Object.is(entries[place]?.[member], value));
          const changed = entries.with(place, { ...entries[place], [member]: value } as AuditEntry);
          expect(verifyChain(changed, headOf(entries))).toEqual(broken(place + 1, 'altered'));
        },
      ),
    );
  });

  it.each([
    ['NaN for null', { errorCode: Number.NaN }],
    ['a number that JSON has no word for', { note: 1n }],
    ['nothing at all', { note: undefined }],
    ['a date', { note: new Date(0) }],
    ['a member more', { extra: 'x' }],
  ])('if an entry has a value that is no JSON scalar, or an extra field: %s', (_, forged) => {
    const entries = chainOf([auditRecord(), auditRecord({ id: 'b' })]);
    const changed = entries.with(0, { ...entries[0], ...forged } as AuditEntry);
    expect(verifyChain(changed, headOf(entries))).toEqual(broken(1, 'altered'));
  });

  it('if an entry was removed', () => {
    fc.assert(
      fc.property(chainAndPlace, ([entries, place]) => {
        const isLast = place === entries.length - 1;
        expect(verifyChain(entries.toSpliced(place, 1), headOf(entries))).toEqual(
          broken(place + 1, isLast ? 'cut' : 'missing'),
        );
      }),
    );
  });

  it('if entries at the end were removed', () => {
    fc.assert(
      fc.property(chainAndPlace, ([entries, place]) => {
        expect(verifyChain(entries.slice(0, place), headOf(entries))).toEqual(broken(place + 1, 'cut'));
      }),
    );
  });

  it('if two entries were swapped', () => {
    fc.assert(
      fc.property(chainAndPlace, fc.nat({ max: 7 }), ([entries, place], other) => {
        const one = entries[place];
        const two = entries[other];
        fc.pre(one !== undefined && two !== undefined && place !== other);
        const swapped = entries.with(place, two as AuditEntry).with(other, one as AuditEntry);
        expect(verifyChain(swapped, headOf(entries))).toEqual(broken(Math.min(place, other) + 1, 'missing'));
      }),
    );
  });

  it('if an entry was inserted, sealed for its position', () => {
    fc.assert(
      fc.property(chainAndPlace, record, ([entries, place], forged) => {
        const inserted = sealEntry(entries[place - 1] ?? null, forged);
        fc.pre(inserted.hash !== entries[place]?.hash);
        expect(verifyChain(entries.toSpliced(place, 0, inserted), headOf(entries))).toEqual(
          broken(place + 1, 'inserted'),
        );
      }),
    );
  });

  it('if an entry was appended', () => {
    fc.assert(
      fc.property(chainAndPlace, record, ([entries], forged) => {
        const longer = [...entries, sealEntry(entries.at(-1) ?? null, forged)];
        expect(verifyChain(longer, headOf(entries))).toEqual(broken(entries.length + 1, 'inserted'));
      }),
    );
  });

  it('if it contains an entry of another site, sealed for its position', () => {
    const entries = chainOf([auditRecord(), auditRecord({ id: 'b' })]);
    const foreign = sealEntry(entries[0] ?? null, auditRecord({ origin: 'https://other.test' }));
    expect(verifyChain(entries.with(1, foreign), headOf(entries))).toEqual(broken(2, 'inserted'));
  });

  it('if an entry’s sequence is no number, although it is sealed', () => {
    const [entry] = chainOf([auditRecord()]);
    const { hash: _, ...rest } = entry as AuditEntry;
    const odd = { ...rest, sequence: 'x' };
    const forged = { ...odd, hash: hashJson(odd) } as unknown as AuditEntry;
    expect(verifyChain([forged], headOf([entry as AuditEntry]))).toEqual(broken(1, 'missing'));
  });

  it('after an entry that was changed and sealed again, or at the head if it was the last', () => {
    fc.assert(
      fc.property(chainAndPlace, ([entries, place]) => {
        const isLast = place === entries.length - 1;
        expect(verifyChain(exchanged(entries, place), headOf(entries))).toEqual(
          isLast ? broken(place + 1, 'replaced') : broken(place + 2, 'unlinked'),
        );
      }),
    );
  });

  it('at the head, if all entries after a change were sealed again', () => {
    fc.assert(
      fc.property(chainAndPlace, ([entries, place]) => {
        const forged = resealed(exchanged(entries, place), place);
        expect(verifyChain(forged, headOf(forged)).kind).toBe('intact');
        expect(verifyChain(forged, headOf(entries))).toEqual(broken(entries.length, 'replaced'));
      }),
    );
  });

  it('at the head, if an entry was removed and all later ones were sealed again', () => {
    fc.assert(
      fc.property(chainAndPlace, ([entries, place]) => {
        const forged = resealed(entries.toSpliced(place, 1), place);
        expect(verifyChain(forged, headOf(entries))).toEqual(broken(entries.length, 'cut'));
      }),
    );
  });

  it('if all entries are missing but the head isn’t, or the head is missing', () => {
    const entries = chainOf([auditRecord(), auditRecord({ id: 'b' })]);
    expect(verifyChain([], headOf(entries))).toEqual(broken(1, 'cut'));
    expect(verifyChain(entries, emptyHead(SITE))).toEqual(broken(1, 'inserted'));
  });
});
