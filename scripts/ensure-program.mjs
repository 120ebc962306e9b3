import { execFileSync } from 'node:child_process';
import { runCommand } from './run-command.mjs';
import { UserError } from './user-error.mjs';

/**
 * The path of a program that `find` finds; as root on a Debian-like system, it is installed by apt-get if
 * missing. Elsewhere throws with the exact command to run. `installs`: pairs of a package manager and its
 * install command.
 */
export async function ensureProgram({ what, find, aptPackage, installs, variable, cwd }) {
  const found = find();
  if (found !== null) return found;
  if (process.getuid?.() === 0 && hasCommand('apt-get')) {
    console.log(`No ${what} was found: running apt-get update && apt-get install -y ${aptPackage}.`);
    const options = { cwd, env: { DEBIAN_FRONTEND: 'noninteractive' } };
    const updated = await runCommand('apt-get', ['update'], options);
    const installed = updated === 0 ? await runCommand('apt-get', ['install', '-y', aptPackage], options) : 1;
    const program = installed === 0 ? find() : null;
    if (program !== null) return program;
    throw new UserError(`apt-get installed no ${what}. Install one, or set ${variable} to where one is.`);
  }
  const known = installs.find(([manager]) => hasCommand(manager));
  const otherwise = `set ${variable} to where one is.`;
  const advice = known === undefined ? `Install one, or ${otherwise}` : `Run: ${known[1]}\nOr ${otherwise}`;
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
