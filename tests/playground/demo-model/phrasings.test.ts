import { describe, expect, it } from 'vitest';
import { readInShort } from './read-in-short';

describe('the phrasings that a request can have', () => {
  it.each([
    ['block preview models in openai', 'block preview+ @openai'],
    ['Block all preview models for Gemini', 'block preview+ @gemini'],
    ["hide gemini's preview models", 'block preview+ @gemini'],
    ['hide the preview models of the gemini provider', 'block preview+ @gemini'],
    ['block preview models in gemini and openrouter', 'block preview+ @gemini+openrouter'],
    [
      'block preview models in gemini, in openai and in openrouter',
      'block preview+ @gemini+openai+openrouter',
    ],
    ['for nvidia nim, block llama', 'block llama @nvidia_nim'],
    ['block all preview models everywhere', 'block preview+ @all'],
    ['block preview models in all providers', 'block preview+ @all'],
    ['Exclude preview models across all the providers, please', 'block preview+ @all'],
    ['block preview models for every provider', 'block preview+ @all'],
    ['block all preview models everywhere except gemini', 'block preview+ @all-gemini'],
    ['block preview models everywhere but gemini and openai', 'block preview+ @all-gemini-openai'],
    ['block all preview models here', 'block preview+ @here'],
    ['block every preview model on this page', 'block preview+ @here'],
    ['block preview models in the other providers', 'block preview+ @others'],
    ['what is hidden in gemini?', 'status hidden @gemini'],
    ['clear the ignore list of gemini', 'remove ignore rule EVERYTHING @gemini'],
    ['why is gemini-2.5-pro hidden in openrouter?', 'explain gemini-2.5-pro @openrouter'],
  ])('reads which providers are meant: %s', (message, expected) => {
    expect(readInShort(message)).toEqual([expected]);
  });

  it.each([
    ['block preview models in gemini, allow flash', ['block preview+ @gemini', 'allow flash @gemini']],
    ['block preview models in gemini. Block o1.', ['block preview+ @gemini', 'block o1']],
    ['switch to gemini and block all preview models', ['switch gemini', 'block preview+ @gemini']],
    ['block claude and gemini', ['block claude | gemini']],
    ['Block o1. In gemini, hide flash.', ['block o1', 'block flash @gemini']],
  ])('keeps the providers of each order apart: %s', (message, expected) => {
    expect(readInShort(message)).toEqual(expected);
  });

  it.each([
    ['only the newest of each family', 'only newest family'],
    ['Keep only the newest version of each model', 'only newest family'],
    ['hide all but the newest of each family', 'only newest family'],
    ['hide everything except the most recent of every family', 'only newest family'],
    ['only allow the latest models', 'only newest family'],
    ['only the latest gpt-4o', 'only newest family gpt-4o'],
    ['only the latest claude model', 'only newest all claude'],
    ['only the latest model per provider', 'only newest all @all'],
    ['Please allow only the newest model of every provider', 'only newest all @all'],
    ['only the newest of each family in gemini', 'only newest family @gemini'],
    ['only the newest of each family in all providers', 'only newest family @all'],
  ])('reads models by their age: %s', (message, expected) => {
    expect(readInShort(message)).toEqual([expected]);
  });

  it.each([
    ['what would happen if I blocked *mini*?', 'preview ignore "*mini*"'],
    ['what would happen if I block *mini*?', 'preview ignore "*mini*"'],
    ['What happens if we hide preview models', 'preview ignore preview+'],
    ['what if I exclude the audio models?', 'preview ignore audio+'],
    ['preview blocking *exp*', 'preview ignore "*exp*"'],
    ['What would hiding flash change?', 'preview ignore flash'],
    ['what would happen if I whitelisted gpt-4o?', 'preview whitelist gpt-4o'],
    ['how many models would blocking mini hide', 'preview ignore mini'],
    ['what does whitelisting o1 change?', 'preview whitelist o1'],
  ])('reads what only is to be tried: %s', (message, expected) => {
    expect(readInShort(message)).toEqual([expected]);
  });

  it.each([
    ['list the hidden models', 'list hidden'],
    ['list all models', 'list all'],
    ['List all visible models sorted by rule', 'list visible by-rule'],
    ['list the kept models in gemini', 'list kept @gemini'],
    ['list claude models', 'list all claude+'],
    ['next page', 'next-page'],
    ['Show me more, please', 'next-page'],
    ['continue', 'next-page'],
    ['Which providers are there?', 'status providers'],
    ['list all providers', 'status providers'],
    ['switch to gemini', 'switch gemini'],
    ['Could you go to the provider openrouter?', 'switch openrouter'],
    ['open the gemini provider', 'switch gemini'],
    ['switch the page over to gemini', 'switch gemini'],
    ['refresh the models', 'refresh'],
    ['Please reload the list of models', 'refresh'],
    ['fetch the models of gemini again', 'refresh @gemini'],
    ['compare with the saved file', 'compare'],
    ['What differs between the page and the file?', 'compare'],
    ['show the differences', 'compare'],
    ['what would be saved?', 'compare'],
    ['discard the changes of gemini', 'discard @gemini'],
    ['clear the ignore list', 'remove ignore rule EVERYTHING'],
    ['remove all whitelist rules', 'remove whitelist rules EVERYTHING'],
    ['empty the blocklist', 'remove ignore rule EVERYTHING'],
    ['fumble: which models match preview?', 'fumble preview+'],
  ])('reads what the other tools are for: %s', (message, expected) => {
    expect(readInShort(message)).toEqual([expected]);
  });

  it.each([
    ['import these rules: a*, B-*, c', ['merge {"ignore":["a*","B-*","c"]}']],
    ['Please import `a*`, "b c*" and c', ['merge {"ignore":["a*","b c*","c"]}']],
    ['import these whitelist rules for gemini:\n- a*\n- b*', ['merge {"whitelist":["a*","b*"]} @gemini']],
    ['add these rules:\nignore: a*, b*\nwhitelist: c', ['merge {"ignore":["a*","b*"],"whitelist":["c"]}']],
    ['replace the ignore rules with: a*, b*', ['replace {"ignore":["a*","b*"]}']],
    ['use exactly these rules: ignore: a*; whitelist: b*', ['replace {"ignore":["a*"],"whitelist":["b*"]}']],
    ['import these rules: a*, b*, then save', ['merge {"ignore":["a*","b*"]}', 'save']],
    ['import a*, b*, c*', ['merge {"ignore":["a*","b*","c*"]}']],
  ])('reads rules to be imported: %s', (message, expected) => {
    expect(readInShort(message)).toEqual(expected);
  });

  it.each([
    'replace the rule gpt-4* with: o1*',
    'replace the rule with: o1*',
    'use only these models: gpt-4o, o1',
    'add these models: gpt-4o',
  ])('imports nothing where something else is meant: %s', (message) => {
    expect(readInShort(message).join()).not.toMatch(/merge|replace \{/);
  });

  it.each([
    ["what's blocked by `gpt-4*`?", 'match "gpt-4*"'],
    ['preview models should be blocked', 'block preview+'],
    ['preview models must be excluded', 'block preview+'],
  ])('takes for no trial what is none: %s', (message, expected) => {
    expect(readInShort(message)).toEqual([expected]);
  });

  it('imports nothing where the list could be prose', () => {
    expect(readInShort('import these rules: the ones that I wrote yesterday')).toEqual([
      expect.stringMatching(/^unclear/),
      expect.anything(),
    ]);
  });

  it.each([
    'block preview models',
    'Please hide the preview models.',
    'could you exclude preview models?',
    'I would like you to ignore the preview models',
    "let's disable preview models",
    'We want to ban preview models',
    'Would you mind hiding preview models',
    'kindly filter out preview models, thanks',
    'get rid of the preview models',
    'blocklist preview models',
    'preview models should be blocked',
  ])('reads the same in many words: %s', (message) => {
    expect(readInShort(message)[0]).toBe('block preview+');
  });

  it.each([
    ['allow o1', 'allow o1'],
    ['whitelist o1', 'allow o1'],
    ['keep o1', 'allow o1'],
    ['Permit o1, please', 'allow o1'],
    ['make sure that o1 stays visible', 'allow o1'],
    ['unhide o1', 'unblock o1'],
    ['re-enable o1', 'unblock o1'],
    ['bring o1 back', 'unblock o1'],
  ])('reads what is to be seen, in many words: %s', (message, expected) => {
    expect(readInShort(message)).toEqual([expected]);
  });
});
