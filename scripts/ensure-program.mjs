import { execFileSync } from 'node:child_process';
import { runCommand } from './run-command.mjs';
import { UserError } from './user-error.mjs';

/** The install command of each package manager before the name of a package, in the order in which they are tried. */
const INSTALLS = {
  'apt-get': 'sudo apt-get update && sudo apt-get install -y',
  dnf: 'sudo dnf install -y',
  pacman: 'sudo pacman -S --noconfirm',
  zypper: 'sudo zypper install -y',
  apk: 'sudo apk add',
  brew: 'brew install --cask',
  winget: 'winget install --id',
};

/**
 * The path of a program that `find` finds; as root on a Debian-like system, it is installed by apt-get if
 * missing. Elsewhere throws with the exact command to run. `packages`: the program's name for each package manager.
 */
export async function ensureProgram({ what, find, packages, variable, cwd }) {
  const found = find();
  if (found !== null) return found;
  if (process.getuid?.() === 0 && hasCommand('apt-get')) {
    console.log(`No ${what} was found: running apt-get update && apt-get install -y ${packages['apt-get']}.`);
    const options = { cwd, env: { DEBIAN_FRONTEND: 'noninteractive' } };
    const updated = await runCommand('apt-get', ['update'], options);
    const installed =
      updated === 0 ? await runCommand('apt-get', ['install', '-y', packages['apt-get']], options) : 1;
    const program = installed === 0 ? find() : null;
    if (program !== null) return program;
    throw new UserError(`apt-get installed no ${what}. Install one, or set ${variable} to where one is.`);
  }
  const manager = Object.keys(INSTALLS).find(hasCommand);
  const otherwise = `set ${variable} to where one is.`;
  const advice =
    manager === undefined
      ? `Install one, or ${otherwise}`
      : `Run: ${INSTALLS[manager]} ${packages[manager]}\nOr ${otherwise}`;
  throw new UserError(`No ${what} was found. ${advice}`);
}

function hasCommand(name) {
  try {
    execFileSync(process.platform === 'win32' ? 'where' : 'which', [name], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
