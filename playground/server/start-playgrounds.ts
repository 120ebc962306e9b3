import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { RunningServer } from './serve-app';
import { PLAYGROUND_DEFAULTS, type PlaygroundOptions, startPlayground } from './start-playground';

/** Most playgrounds that can be started together. */
export const MAX_PROXIES = 5;

const RULES = `IGNORE_MODELS_OPENAI='*-preview*,*audio*'\nIGNORE_MODELS_GEMINI='*-exp*'\n`;
/** Of the rules for openai, one is missing and two are more; one is another provider's. */
const DRIFTED_RULES = `IGNORE_MODELS_OPENAI='*audio*,gpt-3.5*,o1*'\nIGNORE_MODELS_GEMINI='*-exp*'\nIGNORE_MODELS_ANTHROPIC='claude-2*'\n`;

/**
 * Starts this number of playgrounds on neighbouring ports, each with its own .env file: `x.env`, `x-2.env` and so on. If there are several,
 * a file that doesn't exist yet gets the same rules as the others, except for the second one, which has drifted. Rejects as {@link
 * startPlayground} does; none of them is then running.
 */
export async function startPlaygrounds(
  count: number,
  options: PlaygroundOptions,
): Promise<[RunningServer, ...RunningServer[]]> {
  const { port, envFile } = { ...PLAYGROUND_DEFAULTS, ...options };
  const start = async (index: number) => {
    const file = index === 0 ? envFile : envFile.replace(/(\.[^./\\]*)?$/, `-${index + 1}$1`);
    if (count > 1) await writeNew(file, index === 1 ? DRIFTED_RULES : RULES);
    return startPlayground({ ...options, envFile: file, port: port === 0 ? 0 : port + index });
  };
  const first = await start(0);
  const others: RunningServer[] = [];
  try {
    for (let index = 1; index < count; index += 1) others.push(await start(index));
  } catch (error) {
    for (const server of [first, ...others]) await server.close();
    throw error;
  }
  return [first, ...others];
}

/** Writes a file that doesn't exist yet. */
async function writeNew(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text, { flag: 'wx' }).catch((error) => {
    if (error.code !== 'EEXIST') throw error;
  });
}
