export const DEFAULT_WAITS = { firstPieceMs: 300_000, pauseMs: 60_000 };
