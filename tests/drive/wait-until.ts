const POLL_MS = 25;
const TIMEOUT_MS = 10_000;

/** Resolves as soon as `isSo` resolves with true. Throws `complaint` after ten seconds. */
export async function waitUntil(isSo: () => Promise<boolean>, complaint: string): Promise<void> {
  const deadline = Date.now() + TIMEOUT_MS;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error(complaint);
    await new Promise((done) => setTimeout(done, POLL_MS));
  }
}
