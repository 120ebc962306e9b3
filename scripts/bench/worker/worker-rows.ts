/// <reference types="chrome" />
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { COMMAND_CHANNEL } from '@/src/messages/channels';
import { CHROMIUM } from '@/tests/drive/chromium/launch-chromium';
import type { BenchRow } from '../bench-row';
import { sampleInTurns } from '../measure';
import { writeExtension } from '../write-extension';

const TURNS = { rounds: 25, warmUpRounds: 5, isAlternating: true };

/** The extension's own first script, and the one that is put before it. */
const OWN_SCRIPT = 'worker-start.js';
const FIRST_SCRIPT = 'bench-start.js';

/** The page that sends the messages. It replaces the panel, which alone may send commands, and would start the worker again by itself. */
const PANEL = 'sidepanel.html';

/** Script that evaluates the extension's own, and measures it. */
const MEASURING = `{
  const from = performance.now();
  importScripts('${OWN_SCRIPT}');
  const evaluation = performance.now() - from;
  chrome.runtime.onMessage.addListener((message, _sender, reply) => {
    if (message === 'evaluation-for-bench') reply(evaluation);
  });
}
`;

/** Files that each of the extensions gets. */
const BENCH_FILES = { [FIRST_SCRIPT]: MEASURING, [PANEL]: '<!doctype html><title>Bench</title>' };

/** The least worker: it answers each message. */
const EMPTY = `chrome.runtime.onMessage.addListener((message, _sender, reply) => {
  if (message.channel !== undefined) reply({ ok: true });
});
`;

/** One start of a worker, in milliseconds. */
interface Start {
  /** Loading and evaluating all scripts of the start. */
  evaluation: number;
  /** From the message that starts the worker to its answer. */
  answer: number;
}

/** Measures the start of a stopped worker by a message, against the worker of an empty extension. */
export async function workerRows(): Promise<BenchRow[]> {
  const browser = await CHROMIUM.start({ headless: true, pageSize: { width: 400, height: 400 } });
  try {
    const background = { service_worker: FIRST_SCRIPT };
    const empty = { [OWN_SCRIPT]: EMPTY, ...BENCH_FILES };
    const folders = [
      await writeSteward(join(browser.folder, 'steward')),
      await writeExtension(join(browser.folder, 'empty'), { background }, empty),
    ];
    const starts: (() => Promise<Start>)[] = [];
    for (const folder of folders) {
      const extension = await browser.install(folder);
      const page = await browser.context.newPage();
      await page.goto(`chrome-extension://${extension.extensionId}/${PANEL}`);
      // The installation starts the worker.
      await page.evaluate(answerTo, COMMAND_CHANNEL);
      starts.push(async () => {
        await extension.killWorker();
        return page.evaluate(answerTo, COMMAND_CHANNEL);
      });
    }
    const samplesOf = await sampleInTurns(TURNS, starts, (start) => start());
    const row = (what: string, figure: keyof Start, note: string): BenchRow => {
      const [measured = [], baseline = []] = starts.map((start) =>
        samplesOf(start).map((one) => one[figure]),
      );
      const against = 'the worker of an empty extension';
      return { what: `stopped worker: ${what}`, against, measured, baseline, notes: [note] };
    };
    return [
      row('evaluation of its scripts', 'evaluation', 'Loading, compiling and running what each start needs.'),
      row(
        'from a message to its answer',
        'answer',
        'The message is the first one of an opening panel. Both figures contain the start of the thread and the pause of a debugger.',
      ),
    ];
  } finally {
    await browser.close();
  }
}

async function writeSteward(folder: string): Promise<string> {
  await cp(CHROMIUM.playgroundExtension, folder, { recursive: true });
  const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'));
  if (manifest.background.service_worker !== OWN_SCRIPT)
    throw new Error('The worker has another first script.');
  manifest.background.service_worker = FIRST_SCRIPT;
  return writeExtension(folder, manifest, BENCH_FILES);
}

/** Runs in the page. Throws if the worker refuses. */
async function answerTo(channel: string): Promise<Start> {
  const { id: windowId } = await chrome.windows.getCurrent();
  const from = performance.now();
  const reply = await chrome.runtime.sendMessage({ channel, command: { type: 'attach', to: { windowId } } });
  const answer = performance.now() - from;
  if (reply?.ok !== true) throw new Error(`The worker refused: ${JSON.stringify(reply)}`);
  return { answer, evaluation: await chrome.runtime.sendMessage('evaluation-for-bench') };
}
