import { expect, it } from 'vitest';
import { tryMessages } from './try-messages';

const options = { runs: 200, seed: 6 };

async function found(pass: Parameters<typeof tryMessages>[1]): Promise<string> {
  const { failures } = await tryMessages(options, pass);
  return failures.map(({ message }) => message).join('\n');
}

it('reports a background that accepts every sender as the panel', async () => {
  const problems = await found({
    pass({ browser, panel }) {
      const { send } = browser;
      browser.send = (message) => send(message, panel);
    },
  });
  expect(problems).toMatch(/^\S+ from .*: it was answered with {"ok":true/m);
  expect(problems).toMatch(/it wrote to \w+/);
}, 60_000);

it("reports refusals that aren't logged", async () => {
  const problems = await found({
    pass: (steward) => void steward.command({ type: 'set-log-level', level: 'error' }),
  });
  expect(problems).toMatch(/^\S+ from .*: it is not in the log$/m);
}, 60_000);
