import './head.ts';
import './load-application.ts';
