import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ChainLink,
  type ChainVerdict,
  emptyHead,
  sealEntry,
  verifyChain,
  verifyEnd,
  verifyPart,
} from '@/src/core/audit/audit-chain';
import { canonicalJson, hashJson } from '@/src/core/hash';
import type { AuditEntry, NewAuditEntry } from '@/src/core/records/audit-entry';
import { auditRecord, chainOf, headOf, SITE } from '../policy/audit-record';

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
  action: fc.constantFrom('call', 'rollback', 'undo', 'restore-drafts', 'restore-saved', 'policy', 'refused'),
  subject: text,
  proposed: text,
  decision: fc.constantFrom('allowed', 'approved', 'rejected', 'denied', 'not-asked', 'user'),
  note: text,
  ran: maybeText,
  success: fc.boolean(),
  errorCode: maybeText,
  stateHashBefore: maybeText,
  stateHashAfter: maybeText,
  savedBefore: maybeText,
});

/** A whole chain of one entry at least, and a place in it, from 0. */
const chainAndPlace = fc
  .array(record, { minLength: 1, maxLength: 8 })
  .chain((records) => fc.tuple(fc.constant(chainOf(records)), fc.nat({ max: records.length - 1 })));

/** Another value of whatever type a member has. */
const otherValue = fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null));

function broken(sequence: number, why: string) {
  return { kind: 'broken', sequence, why };
}

/** The entries with one of them changed and sealed anew in its old place. */
function exchanged(entries: readonly AuditEntry[], index: number): AuditEntry[] {
  return entries.map((entry, at) => {
    if (at !== index) return entry;
    const { hash: _, sequence: __, previousHash: ___, ...rest } = entry;
    return sealEntry(entries[index - 1] ?? null, { ...rest, note: `${rest.note}!` });
  });
}

/** The entries from `index` on, sealed anew behind those before it. */
function resealed(entries: readonly AuditEntry[], index: number): AuditEntry[] {
  const chain = entries.slice(0, index);
  for (const { hash: _, sequence: __, previousHash: ___, ...rest } of entries.slice(index)) {
    chain.push(sealEntry(chain.at(-1) ?? null, rest));
  }
  return chain;
}

describe('sealing', () => {
  it('numbers the entries, binds each to the one before, and hashes all other members', () => {
    const [first, second] = chainOf([auditRecord({ id: 'a' }), auditRecord({ id: 'b' })]);
    expect(first).toMatchObject({ ...auditRecord({ id: 'a' }), sequence: 1, previousHash: null });
    expect(second).toMatchObject({ ...auditRecord({ id: 'b' }), sequence: 2, previousHash: first?.hash });
    const { hash, ...others } = second as AuditEntry;
    expect(hash).toBe(hashJson(others));
    expect(Object.keys(JSON.parse(canonicalJson(others)))).toHaveLength(20);
  });

  it('goes on behind a head as behind the entry itself', () => {
    const [first] = chainOf([auditRecord()]);
    const entry = sealEntry(first ?? null, auditRecord({ id: 'b' }));
    expect(sealEntry(headOf([first as AuditEntry]), auditRecord({ id: 'b' }))).toEqual(entry);
    expect(sealEntry(emptyHead(SITE), auditRecord())).toEqual(first);
  });
});

describe('a chain that nobody touched', () => {
  it('holds, and says from when to when', () => {
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

  it('holds in pieces of any size as well', () => {
    fc.assert(
      fc.property(chainAndPlace, fc.nat({ max: 7 }), ([entries, place], broke) => {
        const kept = broke < entries.length ? entries.toSpliced(broke, 1) : entries;
        expect(inPieces(kept, place + 1, entries)).toEqual(verifyChain(kept, headOf(entries)));
      }),
    );
  });
});

/** Verifies piece by piece, as one does with a chain that is too long for one go. */
function inPieces(entries: readonly AuditEntry[], size: number, all: readonly AuditEntry[]): ChainVerdict {
  let last: ChainLink | null = null;
  for (let at = 0; at < entries.length; at += size) {
    const part = verifyPart(entries.slice(at, at + size), { origin: SITE, after: last });
    if (part.kind === 'broken') return part;
    last = part.last;
  }
  return verifyEnd(last, headOf(all));
}

describe('a chain is found to be broken', () => {
  it('where any member of an entry was changed', () => {
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
  ])('where a value is no JSON or is one too many: %s', (_, forged) => {
    const entries = chainOf([auditRecord(), auditRecord({ id: 'b' })]);
    const changed = entries.with(0, { ...entries[0], ...forged } as AuditEntry);
    expect(verifyChain(changed, headOf(entries))).toEqual(broken(1, 'altered'));
  });

  it('where an entry was taken out', () => {
    fc.assert(
      fc.property(chainAndPlace, ([entries, place]) => {
        const isLast = place === entries.length - 1;
        expect(verifyChain(entries.toSpliced(place, 1), headOf(entries))).toEqual(
          broken(place + 1, isLast ? 'cut' : 'missing'),
        );
      }),
    );
  });

  it('where the end was cut off', () => {
    fc.assert(
      fc.property(chainAndPlace, ([entries, place]) => {
        expect(verifyChain(entries.slice(0, place), headOf(entries))).toEqual(broken(place + 1, 'cut'));
      }),
    );
  });

  it('where two entries changed places', () => {
    fc.assert(
      fc.property(chainAndPlace, fc.nat({ max: 7 }), ([entries, place], other) => {
        const one = entries[place];
        const two = entries[other];
        fc.pre(one !== undefined && two !== undefined && place !== other);
        const swapped = entries.with(place, two as AuditEntry).with(other, one as AuditEntry);
        expect(verifyChain(swapped, headOf(entries))).toEqual(broken(Math.min(place, other) + 1, 'moved'));
      }),
    );
  });

  it('where an entry was put between, sealed for its place', () => {
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

  it('where an entry was put behind the last one', () => {
    fc.assert(
      fc.property(chainAndPlace, record, ([entries], forged) => {
        const longer = [...entries, sealEntry(entries.at(-1) ?? null, forged)];
        expect(verifyChain(longer, headOf(entries))).toEqual(broken(entries.length + 1, 'inserted'));
      }),
    );
  });

  it('where an entry of another site stands, though sealed for its place', () => {
    const entries = chainOf([auditRecord(), auditRecord({ id: 'b' })]);
    const foreign = sealEntry(entries[0] ?? null, auditRecord({ origin: 'https://other.test' }));
    expect(verifyChain(entries.with(1, foreign), headOf(entries))).toEqual(broken(2, 'inserted'));
  });

  it('where an entry’s place is no number, though it is sealed', () => {
    const [entry] = chainOf([auditRecord()]);
    const { hash: _, ...rest } = entry as AuditEntry;
    const odd = { ...rest, sequence: 'x' };
    const forged = { ...odd, hash: hashJson(odd) } as unknown as AuditEntry;
    expect(verifyChain([forged], headOf([entry as AuditEntry]))).toEqual(broken(1, 'missing'));
  });

  it('behind an entry that was changed and sealed anew, or against the head if it was the last', () => {
    fc.assert(
      fc.property(chainAndPlace, ([entries, place]) => {
        const isLast = place === entries.length - 1;
        expect(verifyChain(exchanged(entries, place), headOf(entries))).toEqual(
          isLast ? broken(place + 1, 'replaced') : broken(place + 2, 'unlinked'),
        );
      }),
    );
  });

  it('against the head, when all behind a change was sealed anew', () => {
    fc.assert(
      fc.property(chainAndPlace, ([entries, place]) => {
        const forged = resealed(exchanged(entries, place), place);
        expect(verifyChain(forged, headOf(forged)).kind).toBe('intact');
        expect(verifyChain(forged, headOf(entries))).toEqual(broken(entries.length, 'replaced'));
      }),
    );
  });

  it('against the head, when an entry was taken out and all behind it sealed anew', () => {
    fc.assert(
      fc.property(chainAndPlace, ([entries, place]) => {
        const forged = resealed(entries.toSpliced(place, 1), place);
        expect(verifyChain(forged, headOf(entries))).toEqual(broken(entries.length, 'cut'));
      }),
    );
  });

  it('when it is wholly gone but its head is not, and when it is there without one', () => {
    const entries = chainOf([auditRecord(), auditRecord({ id: 'b' })]);
    expect(verifyChain([], headOf(entries))).toEqual(broken(1, 'cut'));
    expect(verifyChain(entries, emptyHead(SITE))).toEqual(broken(1, 'inserted'));
  });
});
