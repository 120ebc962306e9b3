// @document
import { describe, expect, it } from 'vitest';
import { RollbackRow } from '@/src/panel/conversation/conversation-entry';
import { ReportedChanges } from '@/src/panel/conversation/reported-changes';
import { DifferenceList } from '@/src/panel/kit/differences/difference-list';
import { ForeignText, OwnOrForeign } from '@/src/panel/kit/text/foreign-text';
import { i18n } from '@/src/texts/i18n';
import type { OwnText } from '@/src/texts/own-text';
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
    const own = 'Not\u00a0saved.' as OwnText;
    page.render(<OwnOrForeign text={own} />);
    expect(page.place.innerHTML).toBe('Not&nbsp;saved.');
    page.render(<OwnOrForeign text={{ foreign: own }} />);
    expect(page.place.textContent).toBe('Not\\u00a0saved.');
    page.render(<OwnOrForeign text={i18n.t('conversation.failed.note', { title: own })} />);
    const foreign: string = own;
    const refused = [
      // @ts-expect-error
      <ForeignText key="1" text={own} />,
      // @ts-expect-error
      <ForeignText key="2" text={i18n.t('counts.tokens', { count: 2 })} />,
      // @ts-expect-error
      <OwnOrForeign key="4" text={foreign} />,
      // @ts-expect-error
      <OwnOrForeign key="5" text={`${own} ${foreign}`} />,
      // @ts-expect-error
      <OwnOrForeign key="6" text={i18n.t('conversation.call.waited', { reason: foreign })} />,
    ];
    expect(refused).toHaveLength(5);
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
