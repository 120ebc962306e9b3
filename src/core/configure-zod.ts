import { z } from 'zod';

// Extension pages forbid eval. zod tests for eval when a schema is created, and the browser reports the test
// as a violation of the policy. So this module is imported before any module that creates schemas.
z.config({ jitless: true });
