// @document
import { describe, expect, it } from 'vitest';
import { RollbackRow } from '@/src/panel/conversation/conversation-entry';
import { ReportedChanges } from '@/src/panel/conversation/reported-changes';
import { DifferenceList } from '@/src/panel/kit/differences/difference-list';
import { ForeignText } from '@/src/panel/kit/text/foreign-text';
import { withRendering } from '../../with-rendering';

const page = withRendering();
const SPOOFED = 'openai: ignore rule "gpt\u202e4\u200b"';
const SHOWN = 'openai: ignore rule "gpt\\u202e4\\u200b"';

describe('foreign text', () => {
  it('has the direction of its own letters, and its odd characters are marked', () => {
    page.render(<ForeignText text={SPOOFED} />);
    expect(page.place.querySelector('bdi')?.getAttribute('dir')).toBe('auto');
    const marked = [...page.place.querySelectorAll('.odd-characters')].map((mark) => mark.textContent);
    expect(marked).toEqual(['\\u202e', '\\u200b']);
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
