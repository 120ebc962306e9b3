import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decideModels } from '@/src/adapters/cli-proxy-api/exclusion-list';
import { matchesRule, normaliseRules } from '@/src/adapters/cli-proxy-api/matcher';

const CODEX = { kind: 'provider', id: 'codex' } as const;

it('every model has the rules that match it, names and patterns alike', () => {
  const rule = fc.string({ unit: fc.constantFrom('a', 'B', '*'), minLength: 1, maxLength: 3 });
  const id = fc.string({ unit: fc.constantFrom('a', 'A', 'b'), minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(fc.array(rule), fc.array(id), (written, ids) => {
      const rules = normaliseRules(written);
      const lists = rules.length === 0 ? {} : { codex: rules };
      const context = { providers: lists, keys: {}, entries: [], aliases: {}, catalogues: { codex: ids } };
      for (const model of decideModels(context, CODEX)) {
        const expected = rules.filter((each) => matchesRule(each, model.id));
        expect([...model.rules].sort()).toEqual(expected.sort());
      }
    }),
  );
});
