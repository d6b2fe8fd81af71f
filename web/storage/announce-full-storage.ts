import { m } from '#messages';
import { showToast } from '../ui/Toast.tsx';

// A module runs once, so the message appears once per visit.
showToast(m.shell_browser_storage_full(), { kind: 'alert' });
