import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { UserError } from './user-error.mjs';

/**
 * The path of a program, or null if this machine has none in a usual place. The environment variable
 * `variable` takes precedence; throws if it names a file that can't be executed, so that a wrong setting is
 * noticed. `places`: `commands` are searched on the path; `mac` are absolute paths; `windows` are paths below
 * the program folders.
 */
export function findProgram(variable, places, env, platform) {
  const chosen = env[variable];
  if (chosen !== undefined && chosen !== '') {
    if (isExecutable(chosen)) return chosen;
    throw new UserError(
      `${variable} names ${chosen}, which is no program that can be started. Correct it, or unset it to let the usual places be searched.`,
    );
  }
  return usualPlaces(places, env, platform).find(isExecutable) ?? null;
}

function usualPlaces({ commands, mac, windows }, env, platform) {
  if (platform === 'win32') {
    const roots = [env.LOCALAPPDATA, env.ProgramFiles, env['ProgramFiles(x86)']].filter(
      (root) => root !== undefined,
    );
    return windows.flatMap((parts) => roots.map((root) => join(root, ...parts)));
  }
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const onPath = commands.flatMap((command) => folders.map((folder) => join(folder, command)));
  return platform === 'darwin' ? [...mac, ...onPath] : onPath;
}

function isExecutable(path) {
  if (!existsSync(path)) return false;
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
