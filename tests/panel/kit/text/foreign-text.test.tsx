// @document
import { describe, expect, it } from 'vitest';
import { createWording } from '@/src/core/text/wording';
import { RollbackRow } from '@/src/panel/conversation/conversation-entry';
import { ReportedChanges } from '@/src/panel/conversation/reported-changes';
import { DifferenceList } from '@/src/panel/kit/differences/difference-list';
import { ForeignText } from '@/src/panel/kit/text/foreign-text';
import { foldable, SaidWords } from '@/src/panel/kit/text/said-words';
import { say } from '@/src/schema/values/said';
import { currentWording, showTexts, t, wordsOf } from '@/src/texts/i18n';
import { withRendering } from '../../with-rendering';

const page = withRendering();

const SPOOFED = 'openai: ignore rule "gpt\u202e4\u200b"';
const SHOWN = 'openai: ignore rule "gpt\\u202e4\\u200b"';

describe('foreign text', () => {
  it('takes its direction from its letters, and marks odd characters', () => {
    page.render(<ForeignText text={SPOOFED} />);
    expect(page.place.querySelector('bdi')?.getAttribute('dir')).toBe('auto');
    const marked = [...page.place.querySelectorAll('.odd-characters')].map((mark) => mark.textContent);
    expect(marked).toEqual(['\\u202e', '\\u200b']);
  });

  it('doesn’t accept Steward’s own words, which are shown unchanged', () => {
    const own = t('counts.tokens', { count: 2 });
    const refused = [
      // @ts-expect-error
      <ForeignText key="1" text={own} />,
      // @ts-expect-error
      <ForeignText key="2" text={wordsOf(say('conversation.call.waited', { reason: 'x' }))} />,
    ];
    expect(refused).toHaveLength(2);
  });

  it('is spelled out inside of Steward’s own words, which may have any characters', () => {
    const english = currentWording();
    showTexts(createWording({ 'conversation.call.waited': ['待機\u3000', ['reason']] }, 'ja', ['ja']));
    const said = say('conversation.call.waited', { reason: 'a\u3000b' });
    page.render(<SaidWords said={said} />);
    expect(page.place.textContent).toBe('待機\u3000a\\u3000b');
    // In a text for a label spaces stay: values can be numbers, whose spaces are of many kinds.
    expect(wordsOf(said)).toBe('待機\u3000a\u3000b');
    expect(foldable(said)).toEqual({ text: '待機\u3000a\u3000b', isSpelledOut: false });
    expect(foldable('a\u3000b')).toEqual({ text: 'a\u3000b', isSpelledOut: true });
    showTexts(english);
  });

  it.each([
    ['a list of differences', <DifferenceList key="" differences={[{ kind: 'added', text: SPOOFED }]} />],
    [
      'the row of a rollback',
      <RollbackRow
        key=""
        message={{
          role: 'rollback',
          id: 'm',
          chatId: 'c',
          runId: null,
          createdAtMs: 0,
          kind: 'undo',
          checkpointId: 'k',
          description: SPOOFED,
          discardedMessages: 0,
          savedNote: '',
          savedSince: null,
          safetyCheckpointId: 's',
          stateHash: 'h',
          position: 0,
          discardedBy: null,
        }}
      />,
    ],
    [
      'reported changes',
      <ReportedChanges key="" changes={[{ type: 'rule_added', timestamp: 't', pattern: SPOOFED }]} />,
    ],
  ])('in %s is spelled out', (_, node) => {
    page.render(node);
    expect(page.place.textContent).toContain(SHOWN);
    expect(page.place.textContent).not.toMatch(/[\u202e\u200b]/);
  });
});
