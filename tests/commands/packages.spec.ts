import { testCommands } from './run-commands';

testCommands('packages');
