import { expect } from '@playwright/test';
import type { SentChat, SentMessage } from '@/tests/fakes/obedient-model';

/** A page's data block in a message (docs/page-context.md); its text is the second group. */
const BLOCK =
  /<(?:page-state|changes-since-last-message|page-changes) id="([0-9a-f-]{32,})">\n([\s\S]*?)\n<\/(?:page-state|changes-since-last-message|page-changes) id="\1">/g;
const JSON_STRING = /"(?:[^"\\]|\\.)*"/g;

/** The form of every order's cue. */
const CUE = /cue\d{3}[a-z]/;

/**
 * Fails unless all text of the page is confined to data: to blocks with a nonce that it can't know, or to
 * tool results, there within one JSON string on one line. `said`: the user's texts. Returns the nonces.
 */
export function expectDataStaysData(chats: readonly SentChat[], said: readonly string[]): Set<string> {
  const nonces = new Set<string>();
  const systemTexts = new Set<string | null>();
  for (const { messages } of chats) {
    for (const message of messages) {
      switch (message.role) {
        case 'system':
          systemTexts.add(message.content);
          break;
        case 'user':
          expect(said, 'words of the user').toContain(withoutBlocks(message.content ?? '', nonces));
          break;
        case 'tool':
          expectResult(message.content ?? '', nonces);
          break;
        default:
          expect(message.role).toBe('assistant');
      }
    }
    expectNoncesInTagsOnly(messages, nonces);
  }
  expect(systemTexts.size, 'different system prompts').toBe(1);
  expect([...systemTexts].join()).not.toMatch(CUE);
  return nonces;
}

/** A message without its blocks, each of which is checked. */
function withoutBlocks(content: string, nonces: Set<string>): string {
  return content
    .replaceAll(BLOCK, (_, nonce: string, text: string) => {
      nonces.add(nonce);
      expect(text).not.toContain(nonce);
      for (const line of text.split('\n')) expect(line.replaceAll(JSON_STRING, '""')).not.toMatch(CUE);
      return '';
    })
    .trimEnd();
}

/** One line of JSON, followed by changes of the page. */
function expectResult(content: string, nonces: Set<string>): void {
  const [line = '', ...others] = content.split('\n');
  expect(JSON.parse(line)).toEqual(expect.objectContaining({ success: expect.any(Boolean) }));
  expect(line.replaceAll(JSON_STRING, '""')).not.toMatch(CUE);
  const rest = withoutBlocks(others.join('\n'), nonces);
  expect(['', '\n[PAGE UPDATED]']).toContain(rest);
}

/** A nonce anywhere else would have been leaked to the page, or come from it. */
function expectNoncesInTagsOnly(messages: readonly SentMessage[], nonces: Set<string>): void {
  const text = messages.map(({ content }) => content ?? '').join('\n');
  for (const nonce of nonces) {
    const inTags = text.split(` id="${nonce}"`).length;
    expect(text.split(nonce).length, 'nonces outside of tags').toBe(inTags);
  }
}
