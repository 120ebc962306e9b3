import { describe, expect, it } from 'vitest';
import { createFakeSteward } from './fake-steward';

describe('a dialogue about what is hidden already', () => {
  it.each([
    [
      'by removing the rule that hides just them',
      ['*-preview*'],
      'unblock the preview models',
      'remove_ignore_rule(*-preview*)',
    ],
    [
      'by a whitelist rule when the rule hides others too',
      ['*-preview*'],
      'unblock o1-preview',
      'add_whitelist_rule(o1-preview)',
    ],
    [
      'by removing two rules that overlap',
      ['o1*', '*-preview*', 'o1-p*'],
      'unblock everything',
      'remove_ignore_rule(o1*) remove_ignore_rule(*-preview*) remove_ignore_rule(o1-p*)',
    ],
  ])('brings models back %s', (_, ignore, text, calls) => {
    const steward = createFakeSteward({ rules: { ignore } });
    steward.ask(text);
    expect(steward.calls.join(' ')).toBe(calls);
  });

  it('has nothing to bring back where nothing is hidden', () => {
    const steward = createFakeSteward();
    expect(steward.ask('unblock o1').at(-1)?.content).toBe(
      'Nothing of `o1` is hidden on `openai`, so there is nothing to bring back.',
    );
  });

  it.each([
    ['the one that is named', 'remove the rule `claude*`', 'remove_ignore_rule(claude*)'],
    ['the one that speaks of the word', 'remove the preview rule', 'remove_ignore_rule(*-preview*)'],
    ['the one with the label', 'remove rule w1', 'remove_whitelist_rule(gpt-4o*)'],
    [
      'all for a family',
      'delete all rules for gpt',
      'remove_ignore_rule(gpt-3*) remove_whitelist_rule(gpt-4o*)',
    ],
    ['the one that decides a model', 'remove the rule for o1-preview', 'remove_ignore_rule(*-preview*)'],
    ['none when several could be meant', 'remove the gpt rule', ''],
    ['none when models may be meant', 'remove o1-preview', ''],
    ['none that is not there', 'remove the rule `zzz`', ''],
  ])('removes rules: %s', (_, text, calls) => {
    const rules = { ignore: ['*-preview*', 'claude*', 'gpt-3*'], whitelist: ['gpt-4o*'] };
    const steward = createFakeSteward({ rules });
    steward.ask(text);
    expect(steward.calls.join(' ')).toBe(calls);
  });
});
