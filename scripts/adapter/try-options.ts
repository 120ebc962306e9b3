import { resolve } from 'node:path';
import { isJsonObject } from '@/src/schema/values/json';
import type { AdapterCall } from '@/tests/conformance/adapter-case';
import { parseCommandLine } from '../parse-command-line.mjs';
import { UserError } from '../user-error.mjs';

const HELP = `Usage: npm run try-adapter -- ID [--screenshots FOLDER] [--call CALL …]
       npm run try-adapter -- ID --url URL [--storage FILE] [--key KEY] [--screenshots FOLDER] [--call CALL …]
       npm run try-adapter -- --adapter PATH …

Opens the adapter's fixture page in a browser with Steward beside it. The model is scripted: each message makes the next
sample call of conformance.ts, or the next CALL. Prints what each call came back with.

  --url URL             opens this real page instead: a call that is approved changes it
  --storage FILE        cookies and local storage of somebody who is signed in there; this writes such a file:
                        npx playwright open --save-storage FILE URL
  --key KEY             the key of the API of the page's server, for an adapter that needs one
  --call CALL           a call in place of the samples, which know the fixture's names only; may be repeated:
                        --call 'set_limit {"name":"ada","value":7}'
  --screenshots FOLDER  opens no window, approves each call, and writes pictures to FOLDER; on a real page the calls
                        have to be given`;

/** A page that isn't the fixture. */
export interface RealPage {
  url: string;
  /** A file with cookies and local storage; null if nobody need be signed in. */
  storage: string | null;
  key: string | null;
}

/** The adapter to try, and how. */
export interface TryOptions {
  /** An id, or the folder of an adapter outside of the repository. */
  adapter: { id: string } | { path: string };
  /** Null for the fixture page. */
  page: RealPage | null;
  /** Null for the sample calls. */
  calls: readonly AdapterCall[] | null;
  /** Folder for pictures; null to open a window. */
  screenshots: string | null;
}

/** Parses the arguments of `npm run try-adapter`, whose paths are from `from`. Null for `--help`. Throws {@link UserError}. */
export function parseTryOptions(args: string[], from: string): TryOptions | null {
  const text = { type: 'string' } as const;
  const options = {
    ...{ adapter: text, screenshots: text, url: text, storage: text, key: text },
    call: { type: 'string', multiple: true },
  } as const;
  const given = parseCommandLine(args, HELP, { options, allowPositionals: true });
  if (given === null) return null;
  const { adapter, screenshots, url, storage, key, call } = given.values;
  const [id, ...others] = given.positionals;
  if (others.length > 0 || (id === undefined) === (adapter === undefined)) {
    throw new UserError(`One id of an adapter is needed, or --adapter PATH.\n\n${HELP}`);
  }
  if (url === undefined && (storage ?? key) !== undefined) {
    throw new UserError('--storage and --key need --url.');
  }
  if (url !== undefined && !isWebAddress(url)) {
    throw new UserError(`--url takes an http or https address, not ${url}.`);
  }
  if (url !== undefined && screenshots !== undefined && call === undefined) {
    throw new UserError(
      '--screenshots approves each call. On a real page, state the calls: --call \'set_limit {"name":"ada","value":7}\'.',
    );
  }
  const path = (name: string | undefined) => (name === undefined ? null : resolve(from, name));
  return {
    adapter: id === undefined ? { path: resolve(from, adapter ?? '.') } : { id },
    page: url === undefined ? null : { url, storage: path(storage), key: key ?? null },
    calls: call?.map(parseCall) ?? null,
    screenshots: path(screenshots),
  };
}

/** The arguments that lead to the same options for an adapter with this id. */
export function argumentsFor(id: string, { page, calls, screenshots }: TryOptions): string[] {
  const options = { url: page?.url, storage: page?.storage, key: page?.key, screenshots };
  return [
    id,
    ...Object.entries(options).flatMap(([name, value]) => (value == null ? [] : [`--${name}`, value])),
    ...(calls ?? []).flatMap(({ tool, args }) => ['--call', `${tool} ${JSON.stringify(args)}`]),
  ];
}

/** Parses a call such as `set_limit {"name":"ada","value":7}`. Without arguments, they are empty. */
function parseCall(text: string): AdapterCall {
  const [, tool, json] = /^\s*([a-z_]+)\s*(.*)$/s.exec(text) ?? [];
  const args = json === '' ? {} : parsedJson(json ?? '');
  if (tool === undefined || !isJsonObject(args)) {
    throw new UserError(`--call takes a tool's name and its arguments as JSON, not ${text}.`);
  }
  return { tool, args };
}

function parsedJson(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    // Reported with the whole call.
    return null;
  }
}

/** True for a whole http or https address. */
export function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
