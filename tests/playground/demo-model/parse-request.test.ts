import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_REQUEST_LENGTH, parseRequest } from '../../../playground/demo-model/parse-request';
import { PROVIDERS, readInShort } from './read-in-short';

describe('parseRequest', () => {
  it.each([
    ['Block all preview models', 'block preview+ !'],
    ['hide gpt-4*', 'block "gpt-4*"'],
    ['block claude and gpt-3', 'block claude | gpt-3'],
    ['ignore `*-exp*`', 'block "*-exp*"'],
    ['block gemini flash', 'block gemini flash'],
    ['Could you please hide the turbo ones?', 'block turbo+'],
    ['I want you to block o1, o3 and "gpt-4*".', 'block o1 | o3 | "gpt-4*"'],
    ["I don't want clients to see preview models", 'block preview+'],
    ['No more preview models!', 'block preview+'],
    ["don't show o1", 'block o1'],
    ['preview models should be hidden', 'block preview+'],
    ['make o1 invisible', 'block o1'],
    ['add an ignore rule for *-audio*', 'block "*-audio*"'],
    ['add gpt-4o to the ignore list', 'block gpt-4o'],
    ['remove all preview models', 'block preview+ !'],
    ['block everything', 'block EVERYTHING !'],
    ['block models starting with o1', 'block o1+@start'],
    ['hide everything ending in -latest', 'block -latest+@end !'],
    ['block gpt-??', 'block "gpt-??"'],
    ['block gpt-4?', 'block gpt-4'],
    ['block command-r-plus', 'block command-r-plus'],
    ['Block:\n- claude\n- gpt-3', 'block claude | gpt-3'],
    ['hide “gpt-4*, o1*”', 'block "gpt-4*" | "o1*"'],
    ['block `a b`,gpt-4*,o1', 'block "a b" | "gpt-4*" | o1'],
    ['block it', 'block UNNAMED'],
    ['block', 'block UNNAMED'],
  ])('reads what is to be hidden: %s', (message, expected) => {
    expect(readInShort(message)).toEqual([expected]);
  });

  it.each([
    ['block gemini models except flash', 'block gemini+ except flash'],
    ['block gpt-4 models but not gpt-4o', 'block gpt-4+ except gpt-4o'],
    ['block gpt-4 models, but gpt-4o', 'block gpt-4+ except gpt-4o'],
    ['block claude, not opus', 'block claude except opus'],
    ['block claude except opus and haiku', 'block claude except opus | haiku'],
    ['hide everything except gpt-4o', 'only gpt-4o'],
    ['hide all models but gpt-4o and o1', 'only gpt-4o | o1'],
    ['show everything except preview models', 'block preview+ !'],
    ['show gpt-4 except gpt-4o', 'unclear show gpt-4 except gpt-4o'],
  ])('reads exceptions: %s', (message, expected) => {
    expect(readInShort(message)).toEqual([expected]);
  });

  it.each([
    ['allow o1-mini', 'allow o1-mini'],
    ['show gpt-4o', 'allow gpt-4o'],
    ['keep `gpt-4*`', 'allow "gpt-4*"'],
    ['whitelist the mini models', 'allow mini+'],
    ['put gpt-4o on the whitelist', 'allow gpt-4o'],
    ['never block o1', 'allow o1'],
    ['let clients use o1', 'allow o1'],
    ['keep o1 visible', 'allow o1'],
    ['unblock o1-preview', 'unblock o1-preview'],
    ['stop hiding the mini models', 'unblock mini+'],
    ["don't block o1", 'unblock o1'],
    ['allow everything', 'unblock EVERYTHING !'],
    ['only allow gpt-4o', 'only gpt-4o'],
    ['allow only gpt-4o and o1', 'only gpt-4o | o1'],
    ['Only gpt-4o.', 'only gpt-4o'],
    ['keep gpt-4o only', 'only gpt-4o'],
    ['restrict the list to mini models', 'only mini+'],
    ['only block preview models', 'block preview+'],
  ])('reads what is to be visible: %s', (message, expected) => {
    expect(readInShort(message)).toEqual([expected]);
  });

  it.each([
    ['what is blocked (and why)?', 'status hidden'],
    ["What's hidden?", 'status hidden'],
    ['which preview models are hidden?', 'status hidden preview+'],
    ['how many models are hidden', 'status hidden'],
    ['what is not visible?', 'status hidden'],
    ['which models can clients see?', 'status visible'],
    ['list the rules', 'status rules'],
    ['what is unsaved?', 'status unsaved'],
    ['show all models', 'status overview'],
    ['why is o1-preview hidden?', 'explain o1-preview'],
    ['is gpt-4o visible?', 'explain gpt-4o'],
    ["why can't I see o1?", 'explain o1'],
    ['which models match *mini*?', 'match "*mini*"'],
    ['which models contain mini', 'match mini+'],
    ['show me all claude models', 'match claude+'],
    ['details of gpt-4o', 'details gpt-4o'],
    ['tell me about gpt-4o', 'details gpt-4o'],
    ['show only the hidden models', 'status hidden'],
  ])('reads questions: %s', (message, expected) => {
    expect(readInShort(message)).toEqual([expected]);
  });

  it.each([
    ['remove the rule *-preview*', 'remove any rule "*-preview*"'],
    ['remove the preview rule', 'remove any rule preview'],
    ['delete all rules for claude', 'remove any rules claude+'],
    ['remove gpt-4o from the whitelist', 'remove whitelist rule gpt-4o'],
    ['remove all ignore rules', 'remove ignore rules EVERYTHING'],
    ['clear the whitelist', 'remove whitelist rule EVERYTHING'],
    ['remove all rules', 'remove any rules EVERYTHING'],
    ['disable the rule claude*', 'remove any rule "claude*"'],
    ['remove o1-preview', 'remove ? o1-preview'],
  ])('reads which rules are to go: %s', (message, expected) => {
    expect(readInShort(message)).toEqual([expected]);
  });

  it.each([
    ['save', 'save'],
    ['please save the changes now', 'save'],
    ['discard the changes', 'discard'],
    ['drop my changes', 'discard'],
    ['undo that', 'undo'],
    ['roll back to the last checkpoint', 'undo'],
    ['hello', 'greeting'],
    ['What can you do?', 'help'],
    ['thanks a lot', 'thanks'],
    ['never mind', 'stop'],
    ["don't save", 'no-save'],
  ])('reads the rest of its words: %s', (message, expected) => {
    expect(readInShort(message)).toEqual([expected]);
  });

  it.each([
    ['Hi, block claude, then save.', ['block claude', 'save']],
    ['block preview models, keep o1-preview and save', ['block preview+', 'allow o1-preview', 'save']],
    ['Block o1. Show gpt-4o; what is hidden?', ['block o1', 'allow gpt-4o', 'status hidden']],
    ['block gpt-4 models but keep gpt-4o', ['block gpt-4+', 'allow gpt-4o']],
    ['block o1. It is too dear.', ['block o1', 'unclear it is too dear']],
    ['block o1 and block o1', ['block o1']],
  ])('reads several requests in their order: %s', (message, expected) => {
    expect(readInShort(message)).toEqual(expected);
  });

  it.each([
    ['make me a sandwich', 'unclear make me a sandwich'],
    ['I blocked preview models yesterday', 'unclear i blocked preview models yesterday'],
    ['should I block o1?', 'unclear should i block o1'],
    ['if o1 is hidden, block gpt-4', 'unclear if o1 is hidden, block gpt-4'],
    ['block gpt-4 unless o1 is hidden', 'unclear block gpt-4 unless o1 is hidden'],
    ['can I hide `o1*`?', 'unclear can i hide o1*'],
    ['', 'unclear '],
  ])('orders nothing where it is not sure: %s', (message, expected) => {
    expect(readInShort(message)).toEqual([expected]);
  });

  it.each([
    ['and gpt-3 too', 'block claude', 'block gpt-3'],
    ['also the mini models', 'only allow gpt-4o and o1', 'only mini+'],
    ['gpt-3 as well', 'save', 'unclear gpt-3 as well'],
    ['gpt-3', 'block claude', 'unclear gpt-3'],
  ])('carries on with the message before where it says so: %s', (message, earlier, expected) => {
    expect(readInShort(message, earlier)).toEqual([expected]);
  });

  it('does not read messages that are too long', () => {
    const message = 'block o1 '.repeat(MAX_REQUEST_LENGTH / 9 + 1);
    expect(readInShort(message)).toEqual([expect.stringMatching(/^unclear block o1/)]);
  });

  it('finds something in every text, in little time', () => {
    const words = fc.constantFrom(
      'block',
      'only',
      'except',
      'and',
      '`',
      '"',
      '*',
      'rule',
      'rules',
      ',',
      ' ',
      '\n',
      'not',
      'why',
      '?',
      'in openai',
      'all providers',
      'the newest of each family',
      'import these rules:',
      'what would happen if I blocked',
      'list',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(words).map((parts) => parts.join(' ')),
        ),
        (message) => {
          expect(parseRequest(message, { earlier: message, providers: PROVIDERS }).length).toBeGreaterThan(0);
        },
      ),
    );
    const startedMs = performance.now();
    const pieces = [
      'the ',
      '(',
      '`a` ',
      'all but ',
      'show me ',
      '*',
      '"',
      ' ',
      'please ',
      'in openai ',
      'all of the ',
    ];
    for (const start of [
      'block ',
      'what would ',
      'only the latest ',
      'import ',
      'add rules: ',
      'list ',
      'switch to ',
    ]) {
      for (const piece of pieces) {
        const message = start + piece.repeat((1_980 - start.length) / piece.length);
        parseRequest(message, { earlier: null, providers: PROVIDERS });
      }
    }
    expect(performance.now() - startedMs).toBeLessThan(3_000);
  });
});
