/** Detected: a test failed, or the code ran into the time limit. */
const FOUND = ['Killed', 'Timeout'];
const MISSED = ['Survived', 'NoCoverage'];
const ROOM = /^src\/[^/]+\/([^/]+)\//;

/**
 * Summarizes a report of Stryker's JSON reporter: the detected and undetected mutants of each folder, and
 * every undetected one with its position. Mutants that don't compile, or were excluded, don't count.
 */
export function mutationSummary(report) {
  const rooms = new Map();
  const survivors = [];
  for (const [path, { mutants }] of Object.entries(report.files)) {
    const name = ROOM.exec(path)?.[1] ?? path;
    const room = rooms.get(name) ?? { name, found: 0, missed: 0 };
    room.found += mutants.filter(({ status }) => FOUND.includes(status)).length;
    const missed = mutants.filter(({ status }) => MISSED.includes(status));
    room.missed += missed.length;
    rooms.set(name, room);
    survivors.push(...missed.map((mutant) => ({ path, ...mutant })));
  }
  return { rooms: [...rooms.values()].filter(({ found, missed }) => found + missed > 0), survivors };
}

/** The summary as lines. */
export function mutationText({ rooms, survivors }) {
  const found = rooms.reduce((sum, room) => sum + room.found, 0);
  const missed = rooms.reduce((sum, room) => sum + room.missed, 0);
  return [
    ...survivors.map(survivorLine),
    ...(survivors.length === 0 ? [] : ['']),
    ...rooms.map((room) => scoreLine(room.name, room)),
    scoreLine('all', { found, missed }),
  ].join('\n');
}

function survivorLine({ path, location, mutatorName, status, replacement }) {
  const what = status === 'NoCoverage' ? 'no test reaches it' : 'survived';
  const text = (replacement ?? '').replaceAll(/\s+/g, ' ').slice(0, 80);
  return `${path}:${location.start.line}:${location.start.column} ${mutatorName} ${what}: ${text}`.trimEnd();
}

function scoreLine(name, { found, missed }) {
  const total = found + missed;
  const score = total === 0 ? 'no mutants' : `${((100 * found) / total).toFixed(1)} %`;
  return `${name}: ${score} (${found} of ${total} found)`;
}
