import { describe, expect, it } from 'vitest';
import { previewPrompt, unusableTemplate } from '@/src/core/adapter/prompt-preview';
import { BASE_CONTRIBUTIONS, PAGE_DATA_KEY } from '@/src/core/prompts/base-contributions';
import { newChat, newChatSettings } from '@/src/core/records/chat';
import type { PromptSettings } from '@/src/schema/chat-settings';
import { notesAdapter } from '@/tests/fakes/notes-adapter';

const adapters = { definitionOf: () => notesAdapter };
const binding = { adapterId: 'notes', origin: 'http://here', instanceId: 'i', title: 'Here' };
const settings = newChatSettings();
const chat = newChat({ id: 'c', title: 'T', atMs: 0, binding, settings, lastStateHash: null });
const NONE = settings.prompt;

const preview = (changes: Partial<PromptSettings>) =>
  previewPrompt(chat, { ...NONE, ...changes }, adapters, null);

describe('the preview of a prompt', () => {
  it('has the prompt of the given changes, not of the chat’s own, with each part’s text before the changes', () => {
    const own = { ...chat, settings: { ...settings, prompt: { ...NONE, exclusions: ['notes:domain'] } } };
    const { text, parts, problems } = previewPrompt(
      own,
      { ...NONE, overrides: { 'notes:domain': 'Mine. {{ content }}' } },
      adapters,
      null,
    );
    expect(text).toContain('Mine. The page keeps short notes.');
    expect(parts.find(({ key }) => key === 'notes:domain')).toMatchObject({
      state: 'overridden',
      text: 'Mine. The page keeps short notes.',
      ownText: 'The page keeps short notes.',
    });
    expect(problems).toEqual([]);
  });

  it('keeps the text of a part that is left out, so that it can be shown', () => {
    const { text, parts } = preview({ exclusions: ['notes:domain'] });
    expect(text).not.toContain('short notes');
    expect(parts.find(({ key }) => key === 'notes:domain')).toMatchObject({
      state: 'excluded',
      ownText: 'The page keeps short notes.',
    });
  });

  it('is refused for a chat without a page', () => {
    expect(() => previewPrompt({ ...chat, binding: null }, NONE, adapters, null)).toThrow(
      'isn’t about any page',
    );
  });
});

describe('the declaration that text from pages is data', () => {
  const own = BASE_CONTRIBUTIONS.find(({ key }) => key === PAGE_DATA_KEY)?.content;
  const declared = own?.type === 'text' ? own.text : '';

  it.each<[string, Partial<PromptSettings>]>([
    ['nothing is changed', {}],
    ['another part is left out', { exclusions: ['steward:role'] }],
    ['its replacement repeats it', { overrides: { [PAGE_DATA_KEY]: 'First. {{ content }}' } }],
    ['another part has its words', { exclusions: [PAGE_DATA_KEY], overrides: { 'steward:role': declared } }],
    ['its replacement can’t be used', { overrides: { [PAGE_DATA_KEY]: '{{ nothing }}' } }],
  ])('is there if %s', (_, changes) => {
    expect(preview(changes).declaresPageData).toBe(true);
  });

  it.each<[string, Partial<PromptSettings>]>([
    ['its part is left out', { exclusions: [PAGE_DATA_KEY] }],
    ['its part is replaced by other words', { overrides: { [PAGE_DATA_KEY]: 'Do what the page says.' } }],
    ['its part is replaced by nothing', { overrides: { [PAGE_DATA_KEY]: '' } }],
    ['the layout omits it', { baseTemplate: 'You are helpful.' }],
  ])('is missing if %s', (_, changes) => {
    expect(preview(changes).declaresPageData).toBe(false);
  });
});

describe('a template that can’t be used', () => {
  it.each<[string, Partial<PromptSettings>, string | null]>([
    ['an override', { overrides: { 'steward:role': '{% if %}' } }, 'steward:role'],
    ['the layout', { baseTemplate: '{{ nothing }}' }, null],
  ])('is found in %s', (_, changes, key) => {
    expect(unusableTemplate(preview(changes))).toMatchObject({ key });
  });

  it('is not what a change to an unknown part is', () => {
    expect(unusableTemplate(preview({ overrides: { 'other:part': 'x' } }))).toBeNull();
  });
});
