import { z } from 'zod';

// Extension pages allow no eval. zod probes for it when a schema is made, and the browser reports the probe as a
// violation; so this module is imported before any that makes schemas.
z.config({ jitless: true });
