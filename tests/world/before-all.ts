// Globals that the extension's modules need when they are loaded; so this module is imported first.
import './browser-global';
import '../own-texts';
import 'fake-indexeddb/auto';
import '@/src/core/configure-zod';
import './shown-texts';
