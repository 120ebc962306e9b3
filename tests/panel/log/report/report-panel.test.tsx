// @document
import { within } from '@testing-library/react/pure';
import { beforeEach, expect, it, vi } from 'vitest';
import { textError } from '@/src/core/errors';
import type { ProblemReport } from '@/src/core/records/problem-report';
import type { CommandOf } from '@/src/messages/commands';
import { sendCommand } from '@/src/panel/data/send-command';
import * as saving from '@/src/panel/kit/progress/save-file';
import { ReportPanel } from '@/src/panel/log/report/report-panel';
import { stubCommands } from '../../stub-commands';
import { withRendering } from '../../with-rendering';

const REPORT: ProblemReport = {
  facts: { steward: '1.2.3', errors: ['server'] },
  content: {
    conversation: { messages: ['Which rules are there?'] },
    pageAddress: { origin: 'https://notes.example' },
    endpoints: { model: 'm' },
  },
  issue: { title: 'Problem: server', body: 'Steward 1.2.3 & more' },
};

const panel = withRendering();
const MESSAGES = 'The newest messages of this chat';
const checkbox = (name: string) => panel.shown.getByRole<HTMLInputElement>('checkbox', { name });
const savedText = () => vi.mocked(saving.saveFile).mock.lastCall?.[2] ?? '';

beforeEach(() => {
  vi.spyOn(saving, 'saveFile').mockReturnValue();
  stubCommands();
  vi.mocked(sendCommand).mockResolvedValue(REPORT as never);
});

async function show(chatId: string | null) {
  panel.render(<ReportPanel chatId={chatId} />);
  await panel.shown.findByRole('button', { name: 'Save file' });
}

it('a report offers the parts that exist, and saves only the chosen ones, as they are shown', async () => {
  await show('c');
  const sent = vi.mocked(sendCommand).mock.lastCall?.[0] as CommandOf<'report-problem'>;
  expect(sent).toEqual({ type: 'report-problem', chatId: 'c' });
  const boxes = panel.shown.getAllByRole<HTMLInputElement>('checkbox');
  expect(boxes.map(({ checked }) => checked)).toEqual([false, false, false]);
  await panel.press('Save file');
  expect(JSON.parse(savedText())).toEqual(REPORT.facts);

  await panel.user.click(checkbox('Address of the page'));
  await panel.user.click(checkbox(MESSAGES));
  await panel.user.click(checkbox('Address of the page'));
  await panel.press('Save file');
  expect(JSON.parse(savedText())).toEqual({ ...REPORT.facts, conversation: REPORT.content.conversation });
  const part = within(panel.shown.getByRole('region', { name: MESSAGES }));
  const [, preview = ''] = /(^ {2}"conversation": .*^ {2}\})/ms.exec(savedText()) ?? [];
  expect(part.getByText(/Which rules/).textContent).toBe(preview);
});

it('a report chooses no part of the next chat', async () => {
  await show('c');
  await panel.user.click(checkbox(MESSAGES));
  await show('d');
  await vi.waitFor(() => expect(checkbox(MESSAGES).checked).toBe(false));
});

it('the link to a new issue has its text', async () => {
  await show(null);
  const address = new URL(panel.shown.getByRole<HTMLAnchorElement>('link').href);
  expect(address.protocol).toBe('https:');
  expect(address.pathname).toMatch(/\/issues\/new$/);
  expect(Object.fromEntries(address.searchParams)).toEqual(REPORT.issue);
});

it('a report that can’t be made says why', async () => {
  vi.mocked(sendCommand).mockRejectedValue(textError('storage', 'error.store.unavailable'));
  panel.render(<ReportPanel chatId="c" />);
  expect(await panel.shown.findByRole('alert')).toBeTruthy();
});
