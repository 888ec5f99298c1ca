import { byId } from "./base.js";
