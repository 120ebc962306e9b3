// @document
import { within } from '@testing-library/react/pure';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Command } from '@/src/messages/commands';
import { SitesUndo } from '@/src/panel/conversation/reversals/sites-undo';
import type { SiteChange } from '@/src/store/queries';
import { aListedCheckpoint } from '@/tests/core/checkpoints/a-checkpoint';
import { emptyView, inShownChat } from '../../in-shown-chat';
import { refusal, stubBackground } from '../../stub-background';
import { withRendering } from '../../with-rendering';
import { RULE_A, undoPreview } from './previews';

const page = withRendering();

const CALL = { executionId: 'x', name: 'add_rule', args: {}, success: true, message: 'Added.' };
const UNDO = 'Undo 3 changes';
const NAMES = ['north', 'south', 'west'];
const CHANGES: SiteChange[] = NAMES.map((name) => ({
  name,
  chatId: `of ${name}`,
  messageId: 'm',
  checkpoint: aListedCheckpoint({ id: `before ${name}`, messageId: `m ${name}`, calls: [CALL] }),
}));

let sent: Command[];
/** The site whose undo the background refuses. */
let refused: string | null;
beforeEach(() => {
  refused = null;
  sent = stubBackground((command) => {
    if (command.type === 'preview-reversal') {
      return { ok: true, value: undoPreview({ differences: [RULE_A] }) };
    }
    const isRefused = command.type === 'reverse' && command.chatId === `of ${refused}`;
    return isRefused ? refusal('conflict', 'It changed.') : { ok: true, value: { composerText: null } };
  });
});

const show = () => page.render(inShownChat({ view: emptyView(null) }, <SitesUndo changes={CHANGES} />));
const open = () => page.press(`${UNDO} of this answer`);
const undone = () =>
  sent.flatMap((command) => (command.type === 'reverse' ? [[command.chatId, command.target]] : []));
const site = (name: string) => within(page.shown.getByRole('article', { name }));

describe('the undo of an answer on several sites', () => {
  it('shows the preview of each site, the last one first, and changes nothing', async () => {
    show();
    await open();
    const shown = page.shown.getAllByRole('article').map((row) => row.getAttribute('aria-label'));
    expect(shown).toEqual(['west', 'south', 'north']);
    expect(site('south').getByText(/Will undo 1 change/)).toBeDefined();
    expect(undone()).toEqual([]);
  });

  it('undoes one site after the other, from the last one to the first, each in its own chat', async () => {
    show();
    await open();
    await page.press(UNDO);
    expect(undone()).toEqual(
      ['west', 'south', 'north'].map((name) => [
        `of ${name}`,
        { kind: 'undo', checkpointId: `before ${name}` },
      ]),
    );
  });

  it('goes on after a site that can’t be undone, and says why', async () => {
    refused = 'south';
    show();
    await open();
    await page.press(UNDO);
    expect(undone()).toHaveLength(3);
    expect(site('south').getByText(/It changed\./)).toBeDefined();
    expect(site('south').getByText('Could not be undone here.')).toBeDefined();
  });

  it('is cancelled without a change', async () => {
    show();
    await open();
    await page.press('Cancel');
    expect(undone()).toEqual([]);
    expect(page.shown.queryAllByRole('article')).toEqual([]);
  });
});
