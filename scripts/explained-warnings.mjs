const ROW = /^\| `([A-Z_]+)` \| `([^`]+)` \| (\d+) \|/gm;

/**
 * Compares warnings of addons-linter with the table of a document, whose rows begin with a code, a file and a number. Returns a
 * sentence for each row that is missing, or that no warning needs.
 *
 * @param {readonly { code: string; file: string }[]} warnings
 * @param {string} document
 */
export function explainedWarningProblems(warnings, document) {
  const explained = new Map(
    [...document.matchAll(ROW)].map(([, code, file, count]) => [`${code} in ${file}`, Number(count)]),
  );
  const found = new Map();
  for (const { code, file } of warnings) {
    const key = `${code} in ${withoutHash(file)}`;
    found.set(key, (found.get(key) ?? 0) + 1);
  }
  return [...new Set([...found.keys(), ...explained.keys()])].flatMap((key) => {
    const times = found.get(key) ?? 0;
    const rows = explained.get(key) ?? 0;
    return times === rows ? [] : [`${key}: ${times} found, ${rows} explained`];
  });
}

/**
 * Chunks have a hash of their content in their names.
 *
 * @param {string} file
 */
function withoutHash(file) {
  return file.replace(/-[\w-]{8}(?=\.\w+$)/, '-*');
}
