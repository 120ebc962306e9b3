import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAdapterRegistry } from '@/src/core/adapter/adapter-port';
import { choicesIn, recipeOfChat, withChoices } from '@/src/core/adapter/recipe';
import type { RecipeCall } from '@/src/schema/recipe';
import { savedPromptSchema } from '@/src/schema/saved-prompt';
import type { Json } from '@/src/schema/values/json';
import { aChat } from '../../background/a-chat';
import { notesAdapter } from '../../fakes/notes-adapter';

const hide = (pattern: string, provider: string): RecipeCall => ({
  name: 'hide',
  args: { pattern, provider },
});

describe('the choices in calls', () => {
  it.each<[string, { [name: string]: Json }[], string[]]>([
    [
      'each text, once',
      [
        { a: 'x', b: 'y' },
        { a: 'z', b: 'y' },
      ],
      ['x', 'y', 'z'],
    ],
    [
      'the texts of lists and of objects in them',
      [{ rules: [{ p: 'x' }, 'y'], more: { n: 'z' } }],
      ['x', 'y', 'z'],
    ],
    ['no other value', [{ a: 1, b: true, c: null, d: [] }], []],
    ['no empty text, and none of several lines', [{ a: '', b: 'x\ny' }], []],
    ['no text of more than 200 characters', [{ a: 'x'.repeat(200), b: 'x'.repeat(201) }], ['x'.repeat(200)]],
  ])('are %s', (_, all, texts) => {
    expect(choicesIn(all.map((args) => ({ name: 'x', args })))).toEqual(texts);
  });
});

describe('calls with choices', () => {
  it('have each in all of its places, and never in the place of a tool’s name', () => {
    const calls = [hide('a*', 'openai'), hide('b*', 'openai'), hide('hide', 'openai')];
    const chosen = new Map([
      ['a*', 'b*'],
      ['b*', 'a*'],
      ['hide', 'show'],
      ['openai', 'gemini'],
    ]);
    expect(withChoices(calls, chosen)).toEqual([
      hide('b*', 'gemini'),
      hide('a*', 'gemini'),
      hide('show', 'gemini'),
    ]);
  });

  it('are the same with their own texts, and keep what is no text', () => {
    const call = fc.record({
      name: fc.string({ minLength: 1, maxLength: 20 }),
      args: fc.dictionary(fc.string(), fc.jsonValue()),
    });
    fc.assert(
      fc.property(fc.array(call, { minLength: 1, maxLength: 3 }), (made) => {
        // As they come from a message or the database.
        const calls = JSON.parse(JSON.stringify(made)) as RecipeCall[];
        const texts = choicesIn(calls);
        expect(withChoices(calls, new Map(texts.map((text) => [text, text])))).toEqual(calls);
        expect(withChoices(calls, new Map())).toEqual(calls);
        const other = withChoices(calls, new Map(texts.map((text, index) => [text, `new ${index}`])));
        expect(other.map(({ name }) => name)).toEqual(calls.map(({ name }) => name));
        expect(choicesIn(other).filter((text) => /^new \d+$/.test(text)).length).toBeGreaterThanOrEqual(
          texts.length === 0 ? 0 : 1,
        );
        const row = { name: 'R', text: 'x', recipe: { adapterId: 'a', calls } };
        const isLong = JSON.stringify(calls).length > 10_000;
        expect(savedPromptSchema.safeParse(row).success).toBe(!isLong);
      }),
    );
  });
});

describe('a recipe in a chat', () => {
  const adapters = createAdapterRegistry([notesAdapter]);
  const binding = { adapterId: 'notes', origin: 'http://notes.test', instanceId: 'i', title: 'Notes' };
  const chat = aChat({ binding });
  const add = { name: 'add_note', args: { text: 'eggs' } };
  const CALLS = [add, { name: 'publish', args: {} }];

  it('has its calls, and a message that names them', () => {
    const { text, calls } = recipeOfChat(chat, adapters, 'Shop', { adapterId: 'notes', calls: CALLS });
    expect(calls).toEqual(CALLS);
    expect(text).toEqual({
      id: 'said.recipe.run',
      values: { name: 'Shop', calls: ['add_note("eggs")', 'publish()'] },
    });
  });

  it('is about all sites of a chat about several', () => {
    const targets = [{ chatId: 'm', name: 'One' }] as unknown as NonNullable<typeof chat.targets>;
    const { calls } = recipeOfChat({ ...chat, targets }, adapters, 'Shop', {
      adapterId: 'notes',
      calls: CALLS,
    });
    expect(calls).toEqual(CALLS.map(({ name, args }) => ({ name, args: { ...args, targets: ['all'] } })));
  });

  it.each<[string, RecipeCall, string]>([
    ['a tool that the page no longer has', { name: 'add_notes', args: {} }, 'There is no tool "add_notes"'],
    ['an argument that is missing', { name: 'add_note', args: {} }, '"text" is missing'],
    ['an argument of another kind', { name: 'add_note', args: { text: 1 } }, '"text" has to be a string'],
    [
      'an argument that is no more',
      { name: 'add_note', args: { text: 'x', tag: 'y' } },
      'no parameter "tag"',
    ],
    ['a tool of Steward', { name: 'ask_user', args: { question: 'x' } }, 'There is no tool "ask_user"'],
  ])('is refused with the reason if one of its calls has %s', (_, call, reason) => {
    const run = () => recipeOfChat(chat, adapters, 'Shop', { adapterId: 'notes', calls: [add, call] });
    expect(run).toThrow(
      expect.objectContaining({ code: 'invalid-message', details: expect.stringContaining(reason) }),
    );
  });

  it('is refused if it was kept on another kind of page, whatever its calls', () => {
    const run = () => recipeOfChat(chat, adapters, 'Shop', { adapterId: 'lists', calls: CALLS });
    expect(run).toThrow(expect.objectContaining({ details: 'It was kept on a page of lists.' }));
  });
});
